// The scripts match the model: random walks, each step compared on a real Redis.
import { shortOrFull } from "../../../support/exhaustive.ts";
import { itMatches, stepsOr } from "../harness/matches.ts";
import { plainLock } from "./compare.ts";

const STEPS = stepsOr(shortOrFull(10_000, 50_000));

/** All must occur, or the walks miss a part of the model. */
const ENDS = ["released", "still:1", "free", "taken", "refused", "lost", "stolen:1"];
const ANSWERS = [
  ...["held", "busy", ...ENDS].map((answer) => `acquire: ${answer}`),
  ...["renewed", "released", "still:1", "free", "lost", "stolen:1"].map((answer) => `renew: ${answer}`),
  ...["counted", "lost", "stolen:1"].map((answer) => `check: ${answer}`),
  ...["released", "still:1", "still:2", "free", "taken", "lost", "stolen:1"].map((answer) => `release: ${answer}`),
  ...["released, passed", "released", "still:1", "free", "taken"].map((answer) => `pass: ${answer}`),
  ...ENDS.map((answer) => `cancel: ${answer}`),
];

itMatches(
  `${STEPS} steps of random walks match the model in reply, hash, TTL, pages, records and messages`,
  plainLock,
  STEPS,
  ANSWERS,
);
