// The rows of the scripts that end or renew all holds of one owner: see table.ts.

import { fairAcquireCall } from "../../../../src/lock/lua/fair.ts";
import { acquireQueuedCall } from "../../../../src/lock/lua/fair-read-write.ts";
import { acquireCall } from "../../../../src/lock/lua/lock.ts";
import { type OwnerOnLock, releaseOwnerCall, renewOwnerCall } from "../../../../src/lock/lua/owner.ts";
import { acquireReadCall, acquireWriteCall } from "../../../../src/lock/lua/read-write.ts";
import type { GrantedHold, HoldId, ScriptCall } from "../../../../src/lock/protocol.ts";
import { PATIENCE_MS } from "../../../support/fair-queue.ts";
import { expire, newOwners, passedOwners, type Row, row } from "./table.ts";

const LONGER_MS = 90_000;
const SHORTER_MS = 5_000;
const ISOLATE = "111111";

/** A script, and how holds of its kind are acquired. */
interface Kind {
  readonly script: string;
  readonly ask: (of: OwnerOnLock) => ScriptCall<unknown>;
  readonly acquire: (hold: HoldId) => ScriptCall<unknown>;
  /** The hold as one of this kind. */
  readonly as: (hold: GrantedHold) => GrantedHold;
  /** Others may have the lock at the same time. */
  readonly isShared?: true;
}

const releasing = (kindId: string) => (of: OwnerOnLock) => releaseOwnerCall(of, kindId, PATIENCE_MS);
const renewing = (kindId: string, leaseMs: number) => (of: OwnerOnLock) => {
  const call = renewOwnerCall(of, kindId, leaseMs);
  // A repeated request tells no epoch.
  return { ...call, decode: (reply: unknown) => call.decode(reply).isHeld };
};
const reads = (hold: GrantedHold): GrantedHold => ({ ...hold, shared: true });
const writes = (hold: GrantedHold): GrantedHold => ({ ...hold, owner: `${hold.owner}:write` });
const queued = (access: "read" | "write") => (hold: HoldId) =>
  acquireQueuedCall(hold, access, ISOLATE, { last: false, first: true });

const plain = { acquire: (hold: HoldId) => acquireCall(hold, false), as: (hold: GrantedHold) => hold };
const reading = { acquire: (hold: HoldId) => acquireReadCall(hold, false), as: reads, isShared: true } as const;
const writing = { acquire: (hold: HoldId) => acquireWriteCall(hold, false), as: writes };

const KINDS: readonly Kind[] = [
  { ...plain, script: "owner/release", ask: releasing("lock") },
  { ...plain, script: "owner/renew", ask: renewing("lock", LONGER_MS) },
  { ...plain, script: "owner/renew", ask: renewing("lock", SHORTER_MS) },
  {
    ...plain,
    script: "owner/release-queued",
    ask: releasing("fair"),
    acquire: (hold) => fairAcquireCall(hold, false, false, PATIENCE_MS),
  },
  { ...reading, script: "owner/release-reads", ask: releasing("read") },
  { ...reading, script: "owner/renew-reads", ask: renewing("read", LONGER_MS) },
  { ...writing, script: "owner/release-writes", ask: releasing("write") },
  { ...writing, script: "owner/renew", ask: renewing("write", LONGER_MS) },
  {
    ...reading,
    script: "owner/release-queued-reads",
    ask: releasing("fairread"),
    acquire: queued("read"),
  },
  {
    ...writing,
    script: "owner/release-queued-writes",
    ask: releasing("fairwrite"),
    acquire: queued("write"),
  },
];

function rowsOf({ script, ask, acquire, as, isShared }: Kind): Row[] {
  const of = (branch: string, reply: boolean, arrange: Row["arrange"]): Row => row(script, branch, reply, arrange);
  const asked = (key: string) => ask({ key, field: as(passedOwners(key, "h1")).owner, requestId: "r1" });
  const stranger = (key: string): GrantedHold => as(newOwners(key, "b:2"));
  const rows = [
    of("one hold", true, async (run, key) => {
      await run(acquire(as(passedOwners(key, "h1"))));
      return asked(key);
    }),
    of("two holds", true, async (run, key) => {
      await run(acquire(as(passedOwners(key, "h1"))));
      await run(acquire(as(passedOwners(key, "h2", "h1"))));
      return asked(key);
    }),
    of("nobody has the lock", false, async (_, key) => asked(key)),
    of("another owner has it", false, async (run, key) => {
      await run(acquire(stranger(key)));
      return asked(key);
    }),
    of("its lease ran out, and another owner has it", false, async (run, key) => {
      await run(acquire(as(passedOwners(key, "h1"))));
      await expire(run, key);
      await run(acquire(stranger(key)));
      return asked(key);
    }),
    of("its lease ran out, and it has the lock again", true, async (run, key) => {
      await run(acquire(as(passedOwners(key, "h1"))));
      await expire(run, key);
      await run(acquire(as(passedOwners(key, "h2"))));
      return asked(key);
    }),
    of("others wait", true, async (run, key) => {
      await run(acquire(as(passedOwners(key, "h1"))));
      await run(acquire(stranger(key)));
      return asked(key);
    }),
  ];
  if (isShared !== true) return rows;
  return [
    ...rows,
    of("others read, and it has two holds", true, async (run, key) => {
      await run(acquire(stranger(key)));
      await run(acquire(as({ ...passedOwners(key, "h1"), leaseMs: 60_000 })));
      await run(acquire(as(passedOwners(key, "h2", "h1"))));
      return asked(key);
    }),
    of("it writes, too", true, async (run, key) => {
      await run(acquireWriteCall(writes(passedOwners(key, "w1")), false));
      await run(acquireReadCall(reads(passedOwners(key, "h1")), false));
      return asked(key);
    }),
  ];
}

const downgrade: readonly Row[] = [
  row("owner/release-writes", "it reads, too", true, async (run, key) => {
    await run(acquireWriteCall(writes(passedOwners(key, "w1")), false));
    await run(acquireReadCall(reads(passedOwners(key, "h1")), false));
    return releasing("write")({ key, field: writes(passedOwners(key, "w1")).owner, requestId: "r1" });
  }),
  row("owner/release-queued-writes", "it reads, too", true, async (run, key) => {
    await run(queued("write")(writes(passedOwners(key, "w1"))));
    await run(queued("read")(reads(passedOwners(key, "h1"))));
    return releasing("fairwrite")({ key, field: writes(passedOwners(key, "w1")).owner, requestId: "r1" });
  }),
];

export const byOwnerReplayTable: readonly Row[] = [...KINDS.flatMap(rowsOf), ...downgrade];
