// TanStack AI: at most one of the callers of two processes is inside.
import { failing } from "../pages.ts";
import { countOf, linesOfMany, loseReplies, must, type Run } from "./run.ts";

const PROCESSES = 2;
const CALLERS = 200;

export const tanstack: Run = async (place) => {
  loseReplies(place);
  const lines = await linesOfMany(place, PROCESSES, "tanstack-ai", [place.file, CALLERS / PROCESSES]);
  const figures = `${CALLERS} callers in ${PROCESSES} processes: ${countOf(lines, "alone")} alone, ${countOf(lines, "together")} together`;
  must(countOf(lines, "alone") === CALLERS, figures);
  return figures;
};

/** The store of the package lets one caller of each process in. */
export const tanstackFails: Run = async (place) => {
  const lines = await linesOfMany(place, PROCESSES, failing("tanstack-ai"));
  const times = (word: string): number[] =>
    lines.filter((line) => line.startsWith(word)).map((line) => Number(line.slice(word.length)));
  const togetherMs = Math.min(...times("out")) - Math.max(...times("in"));
  must(togetherMs > 0, `the processes were not inside together: ${lines.join(", ")}`);
  return `without it: ${PROCESSES} processes inside together for ${togetherMs} ms`;
};
