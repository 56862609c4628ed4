// The scripts of semaphore and latch match their model, with requests that are repeated, late and out of order. By the
// replies to callers, no permit is lost or doubled.
import { itMatches, stepsOr } from "../harness/matches.ts";
import { semaphoreAndLatch } from "./walks.ts";

const STEPS = stepsOr(2_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "unset", "refused", "released", "free"].map((answer) => `acquire: ${answer}`),
  ...["released", "free", "refused", "unset"].map((answer) => `cancel: ${answer}`),
  ...["set: 0", "set: 1", "drain: 0", "add: -1", "delete: 0", "delete: 1", "count-down: 0", "count-down: 1"],
  ...["java-takes: 0", "java-takes: 1"],
];

itMatches(
  `${STEPS} steps of random walks match the model in reply, number, TTL, records and messages, and M10 is 0`,
  semaphoreAndLatch,
  STEPS,
  ANSWERS,
);
