// Ends this process when npm, which runs it, has gone without a word. Signals that npm hears it passes on; of a SIGKILL
// it hears nothing, and its child would go on and listen for ever.

const lookEveryMs = 100;

/** scripts/run.js tells which process npm is. Run by hand, this process depends on nobody. */
export function endWithNpm(): void {
  const npm = Number(process.env["NPM_PID"] || Number.NaN);
  if (!Number.isSafeInteger(npm)) return;
  // Process 1 adopts orphans: npm may have gone before this line.
  const parent = process.ppid === 1 ? npm : process.ppid;
  const look = () => {
    // What this process has started ends with it, by its guards.
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
