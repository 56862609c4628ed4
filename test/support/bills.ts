// The cost of calls, as Redis counts it.

import type { ScriptCall } from "../../src/lock/protocol.ts";
import type { Gateway } from "../../src/tools/gateway/gateway.ts";
import type { Run } from "../lock/lua/replay/table.ts";
import { command } from "./rest.ts";

/** Returns the billed commands of each, one after the other, in an empty Redis that has the scripts. */
export async function billsOf(
  gateway: Gateway,
  run: Run,
  calls: readonly (readonly [billed: number, call: ScriptCall<unknown>])[],
): Promise<(number | null)[]> {
  for (const [, call] of calls) await run(call);
  await command(gateway, "FLUSHALL");
  const bills: (number | null)[] = [];
  for (const [, call] of calls) {
    await gateway.resetCounters();
    await run(call);
    bills.push((await gateway.counters()).billed);
  }
  return bills;
}
