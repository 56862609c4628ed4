// The rows of the script of lock managers: see table.ts. test/edge/web-locks/replay.test.ts runs its batches many
// times.

import { cancelQueuedCall, releaseQueuedCall } from "../../../../src/lock/lua/fair-read-write.ts";
import {
  batchCall,
  type OperationCall,
  requestCall,
  snapshotCall,
  takeCall,
  touchCall,
} from "../../../../src/lock/lua/web-locks.ts";
import type { GrantedHold, HoldId, ScriptCall } from "../../../../src/lock/protocol.ts";
import { newOwners, type Row, type Run, row } from "./table.ts";

const LISTENER = "listener";
const PREFIX = "";

/** A request of a lock manager, as its operations. */
export interface Request {
  readonly ask: OperationCall<unknown>;
  readonly askLast: OperationCall<unknown>;
  readonly askAgain: OperationCall<unknown>;
  readonly take: OperationCall<unknown>;
  readonly release: OperationCall<unknown>;
  readonly cancel: OperationCall<unknown>;
  readonly touch: OperationCall<unknown>;
}

/** Returns the operations of a request. `name`: of its owner in the table. */
export function request(key: string, name: string, access: "read" | "write"): Request {
  const owners = newOwners(key, name);
  const hold: GrantedHold & HoldId =
    access === "write" ? { ...owners, owner: `${owners.owner}:write` } : { ...owners, shared: true };
  const ask = (last: boolean, first: boolean) => requestCall(hold, access, LISTENER, { last, first });
  return {
    ask: ask(false, true),
    askLast: ask(true, true),
    askAgain: ask(false, false),
    take: takeCall(hold, `stolen:${name}//`),
    release: releaseQueuedCall(hold, true, access),
    cancel: cancelQueuedCall(hold, access, LISTENER),
    touch: touchCall(key, [[hold, access]], LISTENER),
  };
}

export const snapshot: OperationCall<unknown> = snapshotCall(PREFIX, { time: "", name: "", waiters: 0 });

/** Returns the call of a batch. Its reply has each reply decoded; it throws the first error. */
export function batch(...operations: readonly OperationCall<unknown>[]): ScriptCall<readonly unknown[]> {
  const call = batchCall(PREFIX, operations);
  return {
    ...call,
    decode: (reply) =>
      call.decode(reply).map((answer, at) => {
        if ("problem" in answer) throw new Error(answer.problem);
        return operations[at]?.decode(answer.reply);
      }),
  };
}

const BATCH = "web-locks/batch";

function afterBatch(branch: string, of: (key: string) => readonly [ScriptCall<unknown>[], ScriptCall<unknown>]): Row {
  return row(BATCH, branch, undefined, async (run: Run, key: string) => {
    const [before, call] = of(key);
    for (const each of before) await run(each);
    return call;
  });
}

export const webLocksTable: readonly Row[] = [
  afterBatch("grants, refuses and releases", (key) => {
    const [reader, writer] = [request(key, "a:1", "read"), request(key, "b:2", "write")];
    return [[], batch(reader.ask, writer.ask, writer.touch, reader.release, writer.askAgain)];
  }),
  afterBatch("a theft", (key) => {
    const [victim, thief] = [request(key, "a:1", "write"), request(key, "b:2", "write")];
    return [[batch(victim.ask)], batch(thief.take, victim.release)];
  }),
  afterBatch("a snapshot", (key) => {
    const [holder, waiter] = [request(key, "a:1", "read"), request(key, "b:2", "write")];
    return [[batch(holder.ask, waiter.ask)], batch(snapshot)];
  }),
];
