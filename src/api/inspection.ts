// Who holds what, over HTTP: one lock, or a page of those that the caller may see.
import type { Context, Hono } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { pageOfLocks } from "../locks/list-locks.ts";
import { isServedName } from "../served-name.ts";
import { allows } from "./capability.ts";
import { type Api, lockOfKindNamed, permittedName } from "./locks.ts";
import { permit } from "./permission.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { NAME, readQuery, text } from "./request.ts";
import { MAX_LISTED, PAGE_BOUNDS } from "./request-bounds.ts";
import { resource } from "./resource.ts";

export function inspectionRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "GET", "/", (c) => list(api, c));
  resource(app, "GET", `/:${NAME}/inspect`, async (c) => {
    const name = permittedName(c, "inspect");
    readQuery(c, []);
    await api.admit(c);
    return c.json(await lockOfKindNamed(api.locksOf(c), undefined, name).inspect());
  });
}

async function list(api: Api, c: Context<ApiEnv>): Promise<Response> {
  permit(c, "list");
  const { match, cursor, limit } = readQuery(c, ["match", "cursor", "limit"]);
  const asked = {
    match: match === undefined ? undefined : text("match", match),
    cursor: cursor === undefined ? undefined : text("cursor", cursor),
    limit: limit === undefined ? MAX_LISTED : limitOf(text("limit", limit)),
  };
  await api.admit(c);
  const page = await pageOfLocks(api.locksOf(c), asked, PAGE_BOUNDS);
  // Other names cannot be in a URL of this API, or are not the caller's.
  const isShown = (name: string): boolean => isServedName(name) && allows(callerOf(c), "list", name);
  return c.json({ ...page, locks: page.locks.filter(({ name }) => isShown(name)) });
}

function limitOf(digits: string): number {
  const limit = /^[1-9]\d?$/.test(digits) ? Number(digits) : 0;
  if (limit >= 1 && limit <= MAX_LISTED) return limit;
  throw new InvalidOptionError("limit", `must be a whole number from 1 to ${MAX_LISTED}`);
}
