// The contract suites of locks and read/write locks through a lock API, by createRemoteLocks.
import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { fencedContract } from "../../contract/fenced/fenced.ts";
import { kinds } from "../../contract/kinds.ts";
import { holdsContract } from "../../contract/lock/holds.ts";
import { keepAliveContract } from "../../contract/lock/keep-alive.ts";
import { lockContract } from "../../contract/lock/lock.ts";
import { reEntryContract } from "../../contract/lock/re-entry.ts";
import { stealContract } from "../../contract/lock/steal.ts";
import { useContract, withLockContract } from "../../contract/lock/use.ts";
import { readHoldsContract } from "../../contract/read-write/read-holds.ts";
import { readWriteContract } from "../../contract/read-write/read-write.ts";
import { everyClientIsSeen } from "../../support/bare-locks.ts";
import { RemoteStage } from "../../support/remote-locks.ts";

const EXCLUDED: ReadonlyMap<string, string> = new Map([]);

const redis = inject("shared");
const stage = await RemoteStage.start();
everyClientIsSeen((locks, options) => stage.seen(locks, options));
afterAll(() => stage.stop());

beforeEach(({ task, skip }) => {
  skip(EXCLUDED.has(task.name), EXCLUDED.get(task.name));
});

describe.concurrent.each([kinds.plain, kinds.fair, kinds.read, kinds.write])("$name", (kind) => {
  if (!kind.shared) lockContract(redis, kind);
  holdsContract(redis, kind);
  reEntryContract(redis, kind);
  keepAliveContract(redis, kind);
  useContract(redis, kind);
  if (!kind.shared) stealContract(redis, kind);
});
withLockContract(redis);
describe.concurrent("fenced lock", () => fencedContract(redis));
describe.concurrent.each(["readWriteLock", "fairReadWriteLock"] as const)("%s", (method) => {
  readWriteContract(redis, method);
  readHoldsContract(redis, method);
});
