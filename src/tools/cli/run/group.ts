// Process groups: whether a process of one still runs, and how to end it.
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../../base/clock.ts";
import { entryInProc, type ProcessEntry } from "../processes.ts";

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
  const members = membersInProc(leader);
  return members.length === 0 || members.some(({ isZombie }) => !isZombie);
}

async function endedWithin(leader: number, ms: number): Promise<boolean> {
  const end = nowMs() + ms;
  while (groupRuns(leader)) {
    if (nowMs() >= end) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

/** Returns the processes of the group, on systems with /proc. */
function membersInProc(leader: number): ProcessEntry[] {
  const pids = (existsSync("/proc") ? readdirSync("/proc") : []).map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => entryInProc(pid) ?? []).filter(({ group }) => group === leader);
}
