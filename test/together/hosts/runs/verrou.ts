// verrou: its own test suite, runs under one lock in two processes, and an application of AdonisJS.
import { failing } from "../pages.ts";
import { countOf, linesOf, linesOfMany, loseReplies, must, type Run, start } from "./run.ts";

const CASES = 25;
const PROCESSES = 2;
const RUNS = 100;
/** More requests than those of two calls. */
const REFUSED = 15;

interface TestEnd {
  readonly event: string;
  readonly title?: { readonly original: string };
  readonly isSkipped?: boolean;
  readonly hasError?: boolean;
}

export const verrouKit: Run = async (place) => {
  const lines = await linesOf([start(place, "verrou-kit")]);
  const ends = lines.map((line): TestEnd => JSON.parse(line)).filter(({ event }) => event === "test:end");
  const skipped = ends.filter(({ isSkipped }) => isSkipped).map(({ title }) => `"${title?.original}"`);
  const passed = ends.filter(({ isSkipped, hasError }) => !isSkipped && !hasError).length;
  const figures = `its suite: ${passed} of ${ends.length} cases pass; not run, with leases under 1 s: ${skipped.join(", ")}`;
  must(ends.length === CASES && passed === CASES - 2 && skipped.length === 2, figures);
  return figures;
};

export const verrou: Run = async (place) => {
  loseReplies(place);
  const lines = await linesOfMany(place, PROCESSES, "verrou", [place.file, RUNS / PROCESSES]);
  const figures = `${RUNS} runs in ${PROCESSES} processes: ${countOf(lines, "alone")} alone, ${countOf(lines, "together")} together`;
  must(countOf(lines, "alone") === RUNS, figures);
  return figures;
};

/** While Redis is away, a run waits, and then runs. */
export const verrouAway: Run = async (place) => {
  const body = JSON.stringify({ error: "LOADING Redis is loading the dataset in memory" });
  place.gateway.faults.set({ seed: 0, rules: [{ fault: "answer", status: 503, body, times: REFUSED }] });
  const lines = await linesOf([start(place, "verrou", [place.file, 1])]);
  must(countOf(lines, "alone") === 1, lines.join("\n"));
  const { requests } = await place.gateway.counters();
  must(requests > REFUSED, `${requests} requests`);
  return `a run waits while ${REFUSED} requests are refused`;
};

export const adonis: Run = async (place) => {
  const lines = await linesOf([start(place, "adonis")]);
  must(lines.includes("a second one inside: false"), lines.join("\n"));
  return "an application of AdonisJS: a second one is refused";
};

/** verrou renews nothing. */
export const verrouOutlasts: Run = async (place) => {
  const [line] = await linesOf([start(place, "verrou")]);
  must(line === "E_LOCK_NOT_OWNED", String(line));
  return `a run that outlasts its ttl ends in ${line}`;
};

/** The store of verrou waits for its own lock after one lost reply. */
export const verrouFails: Run = async (place) => {
  place.gateway.faults.set({ seed: 0, rules: [{ fault: "drop-reply", command: "SET", times: 1 }] });
  const [line = ""] = await linesOf([start(place, failing("verrou"), [], { REDIS_URL: place.gateway.respUrl })]);
  const waitedMs = Number(/^waited (\d+) ms$/.exec(line)?.[1]);
  must(waitedMs >= 9_000, line);
  return `without it: a process waits ${waitedMs} ms for its own lock`;
};
