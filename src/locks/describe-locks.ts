import type { ClientContext } from "../hold/client-context.ts";
import { lockName } from "../keys.ts";
import { summariesCall } from "../lua/inspect/list-calls.ts";
import { runUntilAnswered } from "../redis/retry.ts";
import { type ListedLock, listed } from "./list-locks.ts";
export async function describeLocks(
  client: ClientContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, ListedLock>> {
  const keys = names.map((name) => lockName(client.options.prefix, name).key);
  const out = new Map<string, ListedLock>();
  if (keys.length === 0) return out;
  const { reply } = await runUntilAnswered(client.redis, summariesCall(keys), { timeoutMs: 5000, budgetMs: 5000 });
  reply.forEach((found, nth) => {
    const name = names[nth];
    if (found && name !== undefined) out.set(name, { ...listed(name, found), queueLength: 0, isolates: 0 });
  });
  return out;
}
