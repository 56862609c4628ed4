// Processes as the system lists them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface Listed {
  readonly pid: number;
  readonly parent: number;
  /** Ended, and not yet reaped by its parent. */
  readonly isZombie: boolean;
  readonly memoryMb: number;
  readonly command: string;
}

/** Returns a process with all its descendants, the root first. */
export function processTree(root: number): Listed[] {
  const all = listed();
  const tree = all.filter(({ pid }) => pid === root);
  // The loop also visits appended elements.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Returns those that still run. */
export function running(pids: readonly number[]): Listed[] {
  return listed().filter(({ pid, isZombie }) => pids.includes(pid) && !isZombie);
}

/** Returns those that still run and have this word among their arguments. */
export function runningWith(word: string): Listed[] {
  return listed().filter(({ command, isZombie }) => command.includes(word) && !isZombie);
}

function listed(): Listed[] {
  return process.platform === "linux" ? listedByKernel() : listedByProgram();
}

// A machine may lack the program.
function listedByKernel(): Listed[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [status, command] = ["status", "cmdline"].map((file) => textOf(`/proc/${pid}/${file}`));
      // It has ended meanwhile.
      if (status === undefined || command === undefined) return [];
      const member = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "";
      return {
        ...{ pid: Number(pid), parent: Number(member("PPid")), isZombie: member("State") === "Z" },
        ...{ memoryMb: Math.round(Number(member("VmRSS")) / 1_024), command: command.replaceAll("\0", " ").trim() },
      };
    });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function listedByProgram(): Listed[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,rss=,args="], { encoding: "utf8" })
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [pid, parent, state = "", kilobytes, ...command] = line.trim().split(/\s+/);
    return {
      ...{ pid: Number(pid), parent: Number(parent), isZombie: state.startsWith("Z") },
      ...{ memoryMb: Math.round(Number(kilobytes) / 1_024), command: command.join(" ") },
    };
  });
}
