// Facts of the system about processes: on Linux by /proc, elsewhere by `ps`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The leader of its process group. */
  readonly group: number;
  /** Whether it has ended, and its parent has not reaped it. In a container an orphan may stay so. */
  readonly isZombie: boolean;
}

/** Returns a process as /proc has it; undefined if there is none, or no /proc. */
export function entryInProc(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the program's name, which may contain anything: state, parent, group.
    return entryOf(pid, stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return undefined;
  }
}

/** Returns a process; undefined if there is none, or the system gives no answer. */
export function processEntry(pid: number): ProcessEntry | undefined {
  if (process.platform === "linux") return entryInProc(pid);
  try {
    const options = { encoding: "utf8", stdio: "pipe" } as const;
    return entryOf(pid, execFileSync("ps", ["-o", "stat=,ppid=,pgid=", "-p", String(pid)], options).trim());
  } catch {
    return undefined;
  }
}

/** Returns whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if (Object(error).code !== "EPERM") return false;
  }
  return entryInProc(pid)?.isZombie !== true;
}

function entryOf(pid: number, text: string): ProcessEntry {
  const [state = "", parent, group] = text.split(/\s+/);
  return { pid, parent: Number(parent), group: Number(group), isZombie: /^[ZX]/.test(state) };
}
