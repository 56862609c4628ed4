// Process groups: whether a process of one still runs, and how to end it.

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../clock.ts";

const LOOK_EVERY_MS = 20;
/** How long the kernel may take to end killed processes. */
const KILLED_WITHIN_MS = 1_000;

/**
 * Ends a process group: by SIGTERM, and by SIGKILL if a process still runs after `killAfterMs`. Resolves when none
 * does.
 * @param leader the id of its leader, which is that of the group
 */
export async function endGroup(leader: number, killAfterMs: number): Promise<void> {
  signalGroup(leader, "SIGTERM");
  // A stopped process gets the signal only when it continues.
  signalGroup(leader, "SIGCONT");
  if (await endedWithin(leader, killAfterMs)) return;
  signalGroup(leader, "SIGKILL");
  await endedWithin(leader, KILLED_WITHIN_MS);
}

/** Sends a signal to every process of the group. Returns whether the group exists. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    // EPERM: it exists, but belongs to another user by now.
    return Object(error).code === "EPERM";
  }
}

/** Returns whether a process of the group runs. A zombie, which has ended and is not reaped, does not. */
export function groupRuns(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  const states = statesInProc(leader);
  return states === undefined || states.some((state) => state !== "Z" && state !== "X");
}

async function endedWithin(leader: number, ms: number): Promise<boolean> {
  const end = nowMs() + ms;
  while (groupRuns(leader)) {
    if (nowMs() >= end) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** Returns the states of the group's processes, on systems with /proc. An orphan may stay a zombie in a container. */
function statesInProc(leader: number): string[] | undefined {
  try {
    const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    const found = processes.flatMap((name) => stateIn(name, leader));
    return found.length === 0 ? undefined : found;
  } catch {
    return undefined;
  }
}

function stateIn(name: string, leader: number): string[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "latin1");
    // After the program's name, which may contain anything: state, parent, group.
    const [state = "", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === String(leader) ? [state] : [];
  } catch {
    return [];
  }
}
