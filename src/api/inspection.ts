// Describes over HTTP who holds a lock, or lists the locks that the caller may see.
import type { Context, Hono } from "hono";
import { inspectionOf } from "../hold/client-context.ts";
import { lockName } from "../keys.ts";
import { pageOfLocks } from "../locks/list-locks.ts";
import { isServedName } from "../served-name.ts";
import { asksForEvents } from "./event-stream.ts";
import { listedNames } from "./listed-names.ts";
import { lockEvents } from "./lock-events.ts";
import { type Api, permittedName } from "./locks.ts";
import { permit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { NAME, readQuery } from "./request.ts";
import { MAX_LISTED, PAGE_BOUNDS } from "./request-bounds.ts";
import { resource } from "./resource.ts";
import { LIST, NOTHING } from "./schemas.ts";

export function inspectionRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "GET", "/", (c) => list(api, c));
  resource(app, "GET", `/:${NAME}/inspect`, async (c) => {
    const name = permittedName(c, "inspect");
    readQuery(c, NOTHING);
    const client = api.locksOf(c);
    const lock = lockName(client.options.prefix, name);
    if (asksForEvents(c)) return lockEvents(c, client, lock, () => api.admit(c));
    await api.admit(c);
    return c.json(await inspectionOf(client).lock(client, lock));
  });
}

async function list(api: Api, c: Context<ApiEnv>): Promise<Response> {
  permit(c, "list");
  const { match = "*", cursor, limit = MAX_LISTED } = readQuery(c, LIST);
  await api.admit(c);
  const { isWanted, ...asked } = listedNames(callerOf(c), match);
  // Other names cannot be in a URL of this API.
  const bounds = { ...PAGE_BOUNDS, isWanted: (name: string) => isServedName(name) && isWanted(name) };
  return c.json(await pageOfLocks(api.locksOf(c), { ...asked, cursor, limit: Number(limit) }, bounds));
}
