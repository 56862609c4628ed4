// The keys that `leasehound prove` deletes.
import { expect, it } from "vitest";
import { keysIn } from "../../../src/engine/prove/tested-database.ts";

const HOLDER = `${crypto.randomUUID()}:1`;
const WAITER = `${crypto.randomUUID()}:23`;

it("are also those of an owner that a release may grant the lock to", () => {
  const words = [
    "EVALSHA",
    "sha1",
    "2",
    "prove-1:lock",
    `owner:${HOLDER}|{prove-1:lock}`,
    HOLDER,
    `mailbox ${WAITER} 15000`,
  ];
  expect([...keysIn(words, "prove-1:")]).toEqual([
    ...["prove-1:lock", `owner:${HOLDER}|{prove-1:lock}`],
    `owner:${WAITER}|{prove-1:lock}`,
  ]);
});
