// The scripts of the fair lock follow the rules of its queue: random walks, each step compared on a real Redis.
import { itMatches, stepsOr } from "../harness/matches.ts";
import { fairLock } from "./compare.ts";
import { THEFT } from "./holds.ts";

const STEPS = stepsOr(20_000);

/** All must occur, or the walks miss a part of the model. */
const ANSWERS = [
  ...["held", "busy", "released", "still:1", "free", "taken", "refused", "lost", "reentered"].map(
    (end) => `acquire: ${end}`,
  ),
  ...["held", "busy"].map((end) => `last acquire: ${end}`),
  ...["held", "busy, behind ours", "busy, not behind ours", "busy, behind ours, marked", "lost", "released"].map(
    (end) => `stand: ${end}`,
  ),
  ...["held", "busy"].map((end) => `last stand: ${end}`),
  ...["released", "released, granted", "still:1", "free", "free, granted", "taken", "lost"].map(
    (end) => `release: ${end}`,
  ),
  ...["released", "released, granted", "released, passed", "still:1", "free", "taken"].map(
    (end) => `hand-over: ${end}`,
  ),
  ...["released", "free", "free, granted", "taken", "refused"].map((end) => `cancel: ${end}`),
  ...["held", "released", "still:1", "taken"].map((end) => `steal: ${end}`),
  ...["acquire", "release", "cancel", "hand-over"].map((kind) => `${kind}: ${THEFT}`),
  ...["force: true", "force: true, granted", "force: false", "java: null", "java: 0", "java: 1", "java: waits"],
  ...["granted", "next", "try", "on its channel"].map((what) => `told: ${what}`),
];

for (const [length, steps] of [
  ["short", STEPS],
  ["long", STEPS / 2],
] as const) {
  itMatches(
    `random walks of ${length} queues match the model in reply, hash, queue, scores and messages: ${steps} steps`,
    fairLock(length === "long"),
    steps,
    ANSWERS,
  );
}
