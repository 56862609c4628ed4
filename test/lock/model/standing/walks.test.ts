// The scripts match the model of standing requests: random walks, each step compared on a real Redis.
import { shortOrFull } from "../../../support/exhaustive.ts";
import { itMatches, stepsOr } from "../harness/matches.ts";
import { standingRequests } from "./compare.ts";

const STEPS = stepsOr(shortOrFull(10_000, 50_000));

/** All must occur, or the walks miss a part of the model. */
const ENDS = ["released", "free", "taken", "refused", "lost", "stolen"];
const ANSWERS = [
  ...["held", "busy", ...ENDS].map((answer) => `acquire: ${answer}`),
  ...["renewed", "released", "lost", "stolen"].map((answer) => `renew: ${answer}`),
  ...["released", "released, granted", "free", "taken", "stolen"].map((answer) => `release: ${answer}`),
  ...["released, granted", ...ENDS].map((answer) => `cancel: ${answer}`),
  ...["released", "released, passed"].map((answer) => `pass: ${answer}`),
  ...["freed", "stood", "granted", "next", "try"].map((message) => `message: ${message}`),
];

itMatches(
  `${STEPS} steps of random walks match the scripts in reply, hash, lease, states, list, flag and messages`,
  standingRequests,
  STEPS,
  ANSWERS,
);
