// node-cron: each fire is run once, by one of three processes.
import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../../../support/eventually.ts";
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

/** Two processes with the coordinator of node-cron run the same fire, or none does. */
export const nodeCronFails: Run = async (place) => {
  const one = start(place, failing("node-cron"), [], { NODE_CRON_RUN: "true" });
  const other = start(place, failing("node-cron"), [], { NODE_CRON_RUN: "true" });
  const idle = start(place, failing("node-cron"), [], { NODE_CRON_RUN: "false" });
  const both = (): string[] => {
    const runs = other.stdout.split("\n").filter((line) => line.startsWith("ran "));
    return runs.filter((line) => one.stdout.includes(line));
  };
  await eventually(() => both().length >= 3);
  await Promise.all([one.kill(), other.kill()]);
  await sleep(2_500);
  must(idle.stdout === "", "the process without the variable has run a fire");
  return `without it: ${both().length} fires, each run by both processes; none after their end`;
};

/** A wrong lease skips the fire, and node-cron says so. */
export const nodeCronRefuses: Run = async (place) => {
  const [first, seconds, leaseMs] = [Math.ceil(Date.now() / 1_000) * 1_000, 3, 60];
  const lines = await linesOf([start(place, "node-cron", [1, first, seconds, leaseMs])]);
  must(countOf(lines, "failed") > 0 && !lines.some((line) => line.startsWith("ran")), lines.join("\n"));
  return "a lease in seconds: each fire is skipped, as coordinator-error";
};
