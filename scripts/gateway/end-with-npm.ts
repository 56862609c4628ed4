// Ends this process when npm, its parent, was killed. npm passes signals on, except a SIGKILL: after that, its child
// would otherwise listen indefinitely.

const lookEveryMs = 100;

/** scripts/run.js passes the process id of npm. Without npm, this process depends on no other. */
export function endWithNpm(): void {
  const npm = Number(process.env["NPM_PID"] || Number.NaN);
  if (!Number.isSafeInteger(npm)) return;
  // Process 1 adopts orphans: npm may have ended before this line.
  const parent = process.ppid === 1 ? npm : process.ppid;
  const look = () => {
    // The guards of this process end its children.
    if (process.ppid !== parent || !exists(npm)) process.exit(1);
  };
  look();
  setInterval(look, lookEveryMs).unref();
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
