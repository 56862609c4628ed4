// A question to Redis with no waiting around it: a status, a check, the end or renewal of a hold that travelled.
import type { Call } from "../redis/port.ts";
import { type Answered, untilAnswered } from "../redis/tries.ts";
import { tryTimeoutMs } from "../watchdog/plan.ts";
import type { Client } from "./kind.ts";

/** Asks until answered, within the time that one try may take for such a lease. */
export function ask<Reply>(client: Client, call: Call<Reply>, leaseMs: number): Promise<Answered<Reply>> {
  const timeoutMs = tryTimeoutMs(leaseMs);
  return untilAnswered(client.redis, call, { timeoutMs, budgetMs: timeoutMs });
}
