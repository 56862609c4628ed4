// Lists the locks of a lock API, page by page.
import { LOCK_PAGE } from "../api/contract/answers.ts";
import { MAX_LISTED } from "../api/contract/vocabulary.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { checkListOptions, type ListLocksOptions, type LockPage } from "../locks/list-locks.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { apiRequest } from "./api-request.ts";
import type { LockApi } from "./lock-api.ts";

// For a page, the API asks Redis several times.
const PAGE_MS = 20_000;

/** Returns one page. */
export async function remotePage(
  api: LockApi,
  { redis }: ClientContext,
  options?: ListLocksOptions,
): Promise<LockPage> {
  const { match, cursor, limit = MAX_LISTED } = checkListOptions(options);
  const fields = {
    limit: String(Math.min(limit, MAX_LISTED)),
    ...(match !== undefined && { match }),
    ...(cursor !== undefined && { cursor }),
  };
  const call = apiRequest(api, "GET /", LOCK_PAGE, { fields });
  const { reply } = await runUntilAnswered(redis, call, { timeoutMs: PAGE_MS, budgetMs: PAGE_MS });
  return { locks: reply.locks, cursor: reply.cursor };
}
