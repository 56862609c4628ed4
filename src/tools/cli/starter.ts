// The processes that started this one, such as npx, its shell and a script. A program that they started must not
// outlive them: npm passes no SIGKILL on, and a shell passes nothing.
import { readFileSync, readlinkSync } from "node:fs";
import { isRunning, type ProcessEntry, processEntry } from "./processes.ts";

const LOOK_EVERY_MS = 100;
const NO_INPUT = "/dev/null";
const SHELLS = new Set(["sh", "bash", "dash", "ash", "busybox", "zsh", "ksh", "mksh", "fish"]);

/**
 * Calls back once when one of the processes that started this one has ended. They are its ancestors in its process
 * group. A process with a group of its own was detached on purpose (`setsid`, systemd, the job of an interactive
 * shell). So was a job that a script put into the background.
 * @returns a function that ends the watch
 */
export function whenStarterEnds(callback: () => void): () => void {
  // Without process groups, a detached process cannot be recognised.
  const own = process.platform === "win32" ? undefined : processEntry(process.pid);
  if (own === undefined) return () => {};
  const starters = startersOf(own);
  const isLeft = starters.length === 0 && isOrphan(own);
  if (starters.length === 0 && !isLeft) return () => {};
  const look = (): void => {
    if (!isLeft && process.ppid === starters[0] && starters.every(isRunning)) return;
    clearInterval(timer);
    callback();
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Returns the ancestors of a process in its group, its parent first. */
function startersOf(entry: ProcessEntry): number[] {
  const parent = entry.pid === entry.group ? undefined : processEntry(entry.parent);
  if (parent === undefined || parent.group !== entry.group || isInBackground(entry, parent)) return [];
  return [parent.pid, ...startersOf(parent)];
}

/**
 * Returns whether a package manager has started this process, and ended before the first check. Then the process is in
 * the group of another one, but its parent is not. A process without input was put into the background.
 */
function isOrphan(own: ProcessEntry): boolean {
  if (own.pid === own.group || process.env["npm_config_user_agent"] === undefined) return false;
  return processEntry(own.parent)?.group !== own.group && inputOf(own) !== NO_INPUT;
}

/**
 * Returns whether a script started the process with `&`: a shell without job control then gives it no input. The
 * ignored signals show nothing, because Node resets those that the shell and `nohup` ignore.
 */
function isInBackground(child: ProcessEntry, parent: ProcessEntry): boolean {
  return SHELLS.has(programOf(parent)) && inputOf(child) === NO_INPUT && inputOf(parent) !== NO_INPUT;
}

/** Returns the name of a process' program; an empty text if the system gives no answer. */
function programOf({ pid }: ProcessEntry): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** Returns the file of a process' standard input; an empty text if the system gives no answer. */
function inputOf({ pid }: ProcessEntry): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`);
  } catch {
    return "";
  }
}
