// The cost of the fair read/write lock, in billed commands of Redis: each step is one request.

import { expect, it } from "vitest";
import { acquireQueuedCall, cancelQueuedCall, releaseQueuedCall } from "../../../src/lock/lua/fair-read-write.ts";
import type { Access } from "../../../src/lock/lua/read-write.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { billsOf } from "../../support/bills.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { ownerNamed } from "../../support/owners.ts";
import { sharedHold } from "../../support/read-write-state.ts";

const { gateway } = await emptyGateway();
const port = upstashPort(gateway);

function caller(access: Access, name: string, isolate = "111111") {
  const owner = ownerNamed(name);
  const hold = sharedHold("books", access, owner, owner, { ownerIsNew: true, epoch: "" });
  const attempt = (last: boolean, first: boolean) => acquireQueuedCall(hold, access, isolate, { last, first });
  return {
    first: attempt(false, true),
    later: attempt(false, false),
    only: attempt(true, true),
    release: releaseQueuedCall(hold, true, access),
    giveUp: cancelQueuedCall(hold, access, isolate),
  };
}

const [one, two, three] = [caller("write", "w:1"), caller("write", "w:2"), caller("write", "w:3")];
const [reader, other] = [caller("read", "r:1"), caller("read", "r:2", "222222")];

it.each([
  [
    "a writer without others",
    [
      [5, one.first],
      [7, one.release],
    ],
  ],
  [
    "a reader without others",
    [
      [6, reader.first],
      [7, reader.release],
    ],
  ],
  [
    "a writer hands over to a writer: 20 at most",
    [
      [5, one.first],
      [16, two.first],
      [7, two.later],
      [10, one.release],
      [9, two.later],
    ],
  ],
  [
    "a writer hands over to two readers of two isolates",
    [
      [5, one.first],
      [15, reader.first],
      [15, other.first],
      [13, one.release],
      [14, reader.later],
      [16, other.later],
    ],
  ],
  [
    "the last reader hands over to a writer",
    [
      [6, reader.first],
      [16, one.first],
      [10, reader.release],
      [9, one.later],
    ],
  ],
  [
    "one attempt, refused",
    [
      [5, one.first],
      [8, two.only],
      [8, reader.only],
    ],
  ],
  [
    "a waiter gives up",
    [
      [5, one.first],
      [16, two.first],
      [10, two.giveUp],
      [16, three.first],
    ],
  ],
] as const)("%s", async (_, calls) => {
  const run = (call: Parameters<typeof port.run>[0]) => port.run(call, { timeoutMs: 5_000 });
  expect(await billsOf(gateway, run, calls)).toEqual(calls.map(([billed]) => billed));
});
