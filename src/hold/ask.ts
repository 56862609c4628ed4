// A question to Redis with no waiting around it: a status, a check, the end or renewal of a hold that travelled.
import type { Call } from "../redis/port.ts";
import { type Answered, runUntilAnswered } from "../redis/retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { ClientContext } from "./client-context.ts";

/** Asks until answered, within the time that one try may take for such a lease. */
export function runAnswered<Reply>(
  client: ClientContext,
  call: Call<Reply>,
  leaseMs: number,
): Promise<Answered<Reply>> {
  const timeoutMs = tryTimeoutMs(leaseMs);
  return runUntilAnswered(client.redis, call, { timeoutMs, budgetMs: timeoutMs });
}
