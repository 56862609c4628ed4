// A request to Redis without a wait around it: a status, a check, or the end or renewal of a serialized hold.

import type { Subject } from "../errors.ts";
import type { Call } from "../redis/port.ts";
import { type Answered, runNamed } from "../redis/retry.ts";
import { tryTimeoutMs } from "../watchdog/renewal-plan.ts";
import type { ClientContext } from "./client-context.ts";

/**
 * Runs a call until it is answered, within the time that one attempt may take for this lease. Its error names
 * `subject`.
 */
export function runAnswered<Reply>(
  client: Pick<ClientContext, "redis">,
  call: Call<Reply>,
  leaseMs: number,
  subject: Subject,
): Promise<Answered<Reply>> {
  const timeoutMs = tryTimeoutMs(leaseMs);
  return runNamed(client.redis, call, { timeoutMs, budgetMs: timeoutMs }, subject);
}
