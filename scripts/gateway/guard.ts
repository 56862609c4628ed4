// Ends a group of processes when this process ends, even by SIGKILL, when no handler of ours can run: a shell waits on
// a pipe that only this process holds open, and the kernel closes it.

import { spawn } from "node:child_process";

const script = 'read -r _; kill -s KILL -- "-$1"; [ -z "$2" ] || rm -rf -- "$2"';

/**
 * Guards the group that a child leads which was spawned as `detached`. The folder is removed with it. Returns how to
 * call the guard off.
 */
export function guard(leaderPid: number, folder = ""): () => void {
  const watcher = spawn("/bin/sh", ["-c", script, "guard", `${leaderPid}`, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    // A group of its own: Ctrl-C, which goes to the whole group of the terminal, must not end it before those it
    // guards.
    detached: true,
  });
  watcher.unref();
  watcher.on("error", () => {}); // no shell, no guard; an orderly end still works
  watcher.stdin.on("error", () => {});
  return () => watcher.kill("SIGKILL");
}
