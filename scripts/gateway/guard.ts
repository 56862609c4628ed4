// Ends a group of processes when this process ends, even by SIGKILL, which runs no handler of ours. A shell waits on a
// pipe that only this process holds open, and the kernel closes it.

import { spawn } from "node:child_process";

const script = 'read -r _; kill -s KILL -- "-$1"; [ -z "$2" ] || rm -rf -- "$2"';

/**
 * Guards the group of a child that was spawned as `detached`, and removes the folder with it. Returns the function that
 * ends the guard.
 */
export function guard(leaderPid: number, folder = ""): () => void {
  const watcher = spawn("/bin/sh", ["-c", script, "guard", `${leaderPid}`, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    // A separate group: Ctrl-C, which goes to the terminal's whole group, must not end the guard before the guarded
    // processes.
    detached: true,
  });
  watcher.unref();
  watcher.on("error", () => {}); // no shell, no guard; an orderly end still works
  watcher.stdin.on("error", () => {});
  return () => watcher.kill("SIGKILL");
}
