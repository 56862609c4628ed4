// The rows of the replay table for the scripts of the plain semaphore and of the count-down latch.
import { requestKey } from "../../../../src/lock/keys.ts";
import { countDownCall, deleteLatchCall, trySetCountCall } from "../../../../src/lock/lua/count-down-latch.ts";
import { REQUEST_RECORD_MS, withdrawCall } from "../../../../src/lock/lua/request.ts";
import {
  acquirePermitsCall,
  addPermitsCall,
  cancelPermitsCall,
  drainPermitsCall,
  trySetPermitsCall,
} from "../../../../src/lock/lua/semaphore.ts";
import type { HoldId } from "../../../../src/lock/protocol.ts";
import { busy, ended, type Row, type Run, row } from "./table.ts";

function acquireOf(key: string, holdId = "a:1"): HoldId {
  return { key, owner: holdId, holdId, ownerIsNew: true, leaseMs: 30_000 };
}

async function permits(run: Run, key: string, count: number): Promise<void> {
  await run(trySetPermitsCall(key, "arranged", count));
}

async function latch(run: Run, key: string, count: number): Promise<void> {
  await run(trySetCountCall(key, "arranged", count));
}

const withdrawalOf = (key: string) => withdrawCall(requestKey(key, "r1"), REQUEST_RECORD_MS);

const taken = { kind: "held" };

export const counterReplayTable: readonly Row[] = [
  row("semaphore/acquire", "taken", taken, async (run, key) => {
    await permits(run, key, 5);
    return acquirePermitsCall(acquireOf(key), 2, false);
  }),
  row("semaphore/acquire", "the last ones taken", taken, async (run, key) => {
    await permits(run, key, 5);
    return acquirePermitsCall(acquireOf(key), 5, true);
  }),
  row("semaphore/acquire", "too few", busy, async (run, key) => {
    await permits(run, key, 5);
    return acquirePermitsCall(acquireOf(key), 6, false);
  }),
  row("semaphore/acquire", "too few, the last try before", ended("refused"), async (run, key) => {
    await permits(run, key, 5);
    await run(acquirePermitsCall(acquireOf(key), 6, true));
    return acquirePermitsCall(acquireOf(key), 6, true);
  }),
  row("semaphore/acquire", "nothing set", ended("unset"), async (_, key) =>
    acquirePermitsCall(acquireOf(key), 1, false),
  ),
  row("semaphore/acquire", "cancelled before it ran", ended("free"), async (run, key) => {
    await permits(run, key, 5);
    await run(cancelPermitsCall(acquireOf(key)));
    return acquirePermitsCall(acquireOf(key), 1, false);
  }),
  row("semaphore/acquire", "cancelled before", ended("released"), async (run, key) => {
    await permits(run, key, 5);
    await run(acquirePermitsCall(acquireOf(key), 2, false));
    await run(cancelPermitsCall(acquireOf(key)));
    return acquirePermitsCall(acquireOf(key), 2, false);
  }),
  row("semaphore/cancel", "taken", ended("released"), async (run, key) => {
    await permits(run, key, 5);
    await run(acquirePermitsCall(acquireOf(key), 2, false));
    return cancelPermitsCall(acquireOf(key));
  }),
  row("semaphore/cancel", "never ran", ended("free"), async (run, key) => {
    await permits(run, key, 5);
    return cancelPermitsCall(acquireOf(key));
  }),
  row("semaphore/cancel", "refused before", ended("refused"), async (run, key) => {
    await permits(run, key, 5);
    await run(acquirePermitsCall(acquireOf(key), 6, true));
    return cancelPermitsCall(acquireOf(key));
  }),
  row("semaphore/cancel", "nothing set", ended("free"), async (_, key) => cancelPermitsCall(acquireOf(key))),
  row("semaphore/add-permits", "released", 7, async (run, key) => {
    await permits(run, key, 5);
    return addPermitsCall(key, "r1", 2);
  }),
  row("semaphore/add-permits", "nothing set", 2, async (_, key) => addPermitsCall(key, "r1", 2)),
  row("semaphore/add-permits", "fewer than none", -3, async (run, key) => {
    await permits(run, key, 5);
    return addPermitsCall(key, "r1", -8);
  }),
  row("semaphore/drain", "some", 5, async (run, key) => {
    await permits(run, key, 5);
    return drainPermitsCall(key, "r1");
  }),
  row("semaphore/drain", "nothing set", 0, async (_, key) => drainPermitsCall(key, "r1")),
  row("semaphore/drain", "fewer than none", -3, async (run, key) => {
    await permits(run, key, 0);
    await run(addPermitsCall(key, "arranged too", -3));
    return drainPermitsCall(key, "r1");
  }),
  row("request/try-set", "permits, nothing set", true, async (_, key) => trySetPermitsCall(key, "r1", 5)),
  row("request/try-set", "permits, for a time", true, async (_, key) => trySetPermitsCall(key, "r1", 5, 90_000)),
  row("request/try-set", "permits, set before", false, async (run, key) => {
    await permits(run, key, 5);
    return trySetPermitsCall(key, "r1", 6);
  }),
  row("request/try-set", "a count, open", true, async (_, key) => trySetCountCall(key, "r1", 5)),
  row("request/try-set", "a count, closed", false, async (run, key) => {
    await latch(run, key, 5);
    return trySetCountCall(key, "r1", 6);
  }),
  row("count-down-latch/count-down", "more to come", 4, async (run, key) => {
    await latch(run, key, 5);
    return countDownCall(key, "r1");
  }),
  row("count-down-latch/count-down", "the last", 0, async (run, key) => {
    await latch(run, key, 1);
    return countDownCall(key, "r1");
  }),
  row("count-down-latch/count-down", "open", 0, async (_, key) => countDownCall(key, "r1")),
  row("count-down-latch/delete", "closed", true, async (run, key) => {
    await latch(run, key, 5);
    return deleteLatchCall(key, "r1");
  }),
  row("count-down-latch/delete", "open", false, async (_, key) => deleteLatchCall(key, "r1")),
  row("request/withdraw", "the request has not run", true, async (run, key) => {
    await latch(run, key, 5);
    return withdrawalOf(key);
  }),
  row("request/withdraw", "the request has run", false, async (run, key) => {
    await latch(run, key, 5);
    await run(countDownCall(key, "r1"));
    return withdrawalOf(key);
  }),
];
