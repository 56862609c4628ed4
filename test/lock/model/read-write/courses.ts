// Sequences of events that are rare in walks, compared like walks.

import type { Access } from "../../../../src/lock/lua/read-write.ts";
import { ownerNamed } from "../../../support/owners.ts";
import type { Walk } from "./compare.ts";
import type { Chances } from "./draw.ts";
import type { JavaOp } from "./java.ts";
import type { Request, Step } from "./steps.ts";
import type { Hold } from "./world.ts";

const OURS: Chances = { late: false, shared: false, handsOver: false, downgrades: true };
const SHARED: Chances = { ...OURS, shared: true };

/** A hold of a passed owner. */
function hold(access: Access, holdId: string, lease: number, owner = ownerNamed("P")): Hold {
  return { access, owner, holdId, isDefault: false, lease };
}

function newOwners(access: Access, owner: string, lease: number): Hold {
  return { access, owner, holdId: owner, isDefault: true, lease };
}

function run(request: Request): Step {
  return { kind: "run", request, age: 0, heard: true };
}

const acquire = (of: Hold): Step => run({ kind: "acquire", hold: of, last: false });
/** `epoch`: the life of its owner's field, named by the hold that started it; "" for a new owner's. */
const release = (of: Hold, epoch: string): Step => run({ kind: "release", hold: of, epoch, first: true });
const renew = (of: Hold, epoch: string): Step => run({ kind: "renew", hold: of, epoch });
const pass = (ticks: number): Step => ({ kind: "pass", ticks });
const java = (op: JavaOp, holder: string, lease: number): Step => ({ kind: "java", op, holder, lease });

const read = hold("read", "r1", 2);
const write = hold("write", "w1", 7);
const firstRead = newOwners("read", ownerNamed("o1"), 7);
const readBeside = hold("read", "r2", 2, ownerNamed("o1"));

const shortFirst = newOwners("read", ownerNamed("o1"), 2);
const longBeside = hold("read", "r3", 7, ownerNamed("o1"));
const thirdBeside = hold("read", "r4", 3, ownerNamed("o1"));
const secondFirst = hold("read", "r5", 7, ownerNamed("o1"));
const stranger = newOwners("write", ownerNamed("o2"), 7);

/** By what they show. */
export const courses: ReadonlyMap<string, Walk> = new Map([
  [
    "Redisson's writer leaves its lease to a reader that has less: the end of that one still ends the lock",
    {
      chances: SHARED,
      steps: [
        java("write", ownerNamed("P"), 7),
        acquire(read),
        java("unlock write", ownerNamed("P"), 7),
        release(read, "r1"),
      ],
    },
  ],
  [
    "a writer continues as a reader that has less",
    { chances: OURS, steps: [acquire(write), acquire(read), release(write, "w1"), release(read, "r1")] },
  ],
  [
    "a writer leaves whose own read hold has outlived its lease: the lock is free",
    { chances: OURS, steps: [acquire(write), acquire(read), pass(3), release(write, "w1")] },
  ],
  [
    "a new owner's read hold ends before a shorter one of the same owner, which takes its place",
    {
      chances: OURS,
      steps: [acquire(firstRead), acquire(readBeside), release(firstRead, ""), release(readBeside, "")],
    },
  ],
  [
    "a new owner's hold was lost, and the same owner reads again: its first hold has the first key",
    {
      chances: OURS,
      steps: [
        ...[acquire(shortFirst), pass(3), acquire(longBeside), acquire(thirdBeside)],
        ...[release(longBeside, "r3"), release(thirdBeside, "r3")],
      ],
    },
  ],
  [
    "a new owner's hold outlives its record, and another of the same owner has as much left: each renews its own key",
    {
      chances: OURS,
      steps: [
        ...[acquire(firstRead), pass(5), renew(firstRead, ""), pass(5), renew(firstRead, "")],
        ...[acquire(secondFirst), pass(2), renew(secondFirst, ""), renew(firstRead, ""), release(firstRead, "")],
        ...[pass(5), acquire(stranger)],
      ],
    },
  ],
  [
    "a new owner's hold has ended, and two others of the same owner continue, in any order",
    {
      chances: OURS,
      steps: [
        ...[acquire(shortFirst), acquire(longBeside), acquire(thirdBeside), release(shortFirst, "")],
        ...[release(thirdBeside, ""), release(longBeside, "")],
      ],
    },
  ],
]);
