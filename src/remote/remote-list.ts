// Lists the locks of a lock API, page by page.
import type { ClientContext } from "../hold/client-context.ts";
import { checkListOptions, type ListLocksOptions, type LockPage } from "../locks/list-locks.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { unexpectedAnswer } from "./answers.ts";
import { apiRequest } from "./api-request.ts";
import type { LockApi } from "./lock-api.ts";

// The most that the API lists in a page.
const MOST_LISTED = 50;
// For a page, the API asks Redis several times.
const PAGE_MS = 20_000;

/** Returns one page. */
export async function remotePage(
  api: LockApi,
  { redis }: ClientContext,
  options?: ListLocksOptions,
): Promise<LockPage> {
  const { match, cursor, limit = MOST_LISTED } = checkListOptions(options);
  const query = new URLSearchParams({ limit: String(Math.min(limit, MOST_LISTED)) });
  if (match !== undefined) query.set("match", match);
  if (cursor !== undefined) query.set("cursor", cursor);
  const call = apiRequest(api, `?${query}`);
  const { reply } = await runUntilAnswered(redis, call, { timeoutMs: PAGE_MS, budgetMs: PAGE_MS });
  if (!isPage(reply)) throw unexpectedAnswer();
  return { locks: reply.locks, cursor: reply.cursor };
}

function isPage(told: object): told is LockPage {
  const { locks, cursor }: Partial<Record<keyof LockPage, unknown>> = told;
  return Array.isArray(locks) && (cursor === undefined || typeof cursor === "string");
}
