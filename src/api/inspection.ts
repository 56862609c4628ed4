// Who holds what, over HTTP: one lock, or a page of all. Every caller may see every lock of the API, because a caller
// with a token can acquire and free each of them.
import type { Context, Hono } from "hono";
import { InvalidOptionError } from "../errors.ts";
import { pageOfLocks } from "../locks/list-locks.ts";
import { type Api, lockOfKindNamed } from "./locks.ts";
import type { ApiEnv } from "./principals.ts";
import { isServedName, NAME, nameOf, readQuery, text } from "./request.ts";
import { MAX_LISTED, PAGE_BOUNDS } from "./request-bounds.ts";
import { resource } from "./resource.ts";

export function inspectionRoutes(app: Hono<ApiEnv>, api: Api): void {
  resource(app, "GET", "/", (c) => list(api, c));
  resource(app, "GET", `/:${NAME}/inspect`, async (c) => {
    readQuery(c, []);
    return c.json(await lockOfKindNamed(api.locksOf(c), undefined, nameOf(c)).inspect());
  });
}

async function list({ locksOf }: Api, c: Context<ApiEnv>): Promise<Response> {
  const { match, cursor, limit } = readQuery(c, ["match", "cursor", "limit"]);
  const asked = {
    match: match === undefined ? undefined : text("match", match),
    cursor: cursor === undefined ? undefined : text("cursor", cursor),
    limit: limit === undefined ? MAX_LISTED : limitOf(text("limit", limit)),
  };
  const page = await pageOfLocks(locksOf(c), asked, PAGE_BOUNDS);
  // Other names cannot be in a URL of this API.
  return c.json({ ...page, locks: page.locks.filter(({ name }) => isServedName(name)) });
}

function limitOf(digits: string): number {
  const limit = /^[1-9]\d?$/.test(digits) ? Number(digits) : 0;
  if (limit >= 1 && limit <= MAX_LISTED) return limit;
  throw new InvalidOptionError("limit", `must be a whole number from 1 to ${MAX_LISTED}`);
}
