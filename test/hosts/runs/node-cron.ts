// node-cron: each fire is run once, by one of three processes.
import { eventually } from "../../support/eventually.ts";
import { failing } from "../pages.ts";
import { countOf, linesOf, loseReplies, must, type Run, start } from "./run.ts";

const PROCESSES = 3;
const TASKS = 10;
const SECONDS = 30;
/** Until all processes have started. */
const START_MS = 4_000;

export const nodeCron: Run = async (place) => {
  loseReplies(place);
  const first = Math.ceil((Date.now() + START_MS) / 1_000) * 1_000;
  const processes = Array.from({ length: PROCESSES }, () => start(place, "node-cron", [TASKS, first, SECONDS]));
  await Promise.all(processes.map((process) => process.line(/ready/)));
  must(Date.now() < first, "the processes started too slowly");
  const lines = await linesOf(processes);
  const ran = lines.filter((line) => line.startsWith("ran "));
  const [fires, different] = [TASKS * SECONDS, new Set(ran).size];
  const figures = `${fires} fires over ${PROCESSES} processes: ${ran.length - different} doubles, ${fires - different} missed`;
  must(ran.length === fires && different === fires, figures);
  const others = ["failed", "late"].map((what) => `${countOf(lines, what)} ${what}`).join(", ");
  return `${figures} (attempts: ${others})`;
};

/** Two processes with the coordinator of node-cron run the same fire. */
export const nodeCronFails: Run = async (place) => {
  const env = { NODE_CRON_RUN: "true" };
  await using one = start(place, failing("node-cron"), [], env);
  await using other = start(place, failing("node-cron"), [], env);
  const both = (): string[] => {
    const runs = other.stdout.split("\n").filter((line) => line.startsWith("ran "));
    return runs.filter((line) => one.stdout.includes(line));
  };
  await eventually(() => both().length >= 3);
  return `without it: ${both().length} fires, each run by both processes`;
};
