// The renewal of n holds in one script.
import { ownerStateKey, readTimeouts, recordKey } from "../../../../src/lock/keys.ts";
import { renewManyCall } from "../../../../src/lock/lua/lock-many.ts";
import type { Command, Scene } from "./measure.ts";
import { held, hold, LEASE_MS, numbers } from "./state.ts";

// As in renewal-batches.ts.
const BATCH = 100;

const locks = (n: number) => numbers(n).map((nth) => hold(nth, `lock:${nth}`));

export const renewalScenes: readonly Scene[] = [
  {
    name: "renew-many: n holds of new owners",
    most: BATCH,
    state: (n) => locks(n).flatMap(({ key }, nth) => held(nth, key)),
    call: (n) => renewManyCall(locks(n).map((each) => ({ hold: each, leaseMs: LEASE_MS }))),
  },
  {
    name: "renew-many: n holds of passed owners",
    most: BATCH,
    state: (n) =>
      locks(n).flatMap(({ key, owner: whose }, nth): Command[] => [
        ...held(nth, key).slice(0, 2),
        ["SET", ownerStateKey(key, whose), "life|", "PX", "90000"],
        ["SET", recordKey(key, whose, whose), "+life", "PX", "90000"],
      ]),
    call: (n) =>
      renewManyCall(
        locks(n).map((each) => ({ hold: { ...each, ownerIsNew: false, epoch: "life" }, leaseMs: LEASE_MS })),
      ),
  },
  {
    name: "renew-many: n read holds of passed owners",
    most: BATCH,
    state: (n) =>
      locks(n).flatMap(({ key, owner: whose }): Command[] => [
        ["HSET", key, "mode", "read", whose, "1"],
        ["PEXPIRE", key, String(LEASE_MS)],
        ["SET", `${readTimeouts(key)}${whose}:rwlock_timeout:1`, "1", "PX", String(LEASE_MS)],
        ["SET", ownerStateKey(key, whose), "life|", "PX", "90000"],
        ["SET", recordKey(key, whose, whose), "+life", "PX", "90000"],
      ]),
    call: (n) =>
      renewManyCall(
        locks(n).map((each) => ({
          hold: { ...each, ownerIsNew: false, epoch: "life", shared: true },
          leaseMs: LEASE_MS,
        })),
      ),
  },
  {
    name: "renew-many: n holds of new owners are checked",
    most: BATCH,
    state: (n) => locks(n).flatMap(({ key }, nth) => held(nth, key)),
    call: (n) =>
      renewManyCall(
        locks(n).map((each) => ({ hold: each, leaseMs: LEASE_MS })),
        1_000,
      ),
  },
];
