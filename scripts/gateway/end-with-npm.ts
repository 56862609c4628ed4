// Ends this process when npm, which runs it, has gone without a word. Signals that npm hears it passes on; of a SIGKILL it
// hears nothing, and its child would go on and listen for ever.

const lookEveryMs = 100;

/** The scripts of package.json tell which process npm is. Run by hand, this process depends on nobody. */
export function endWithNpm(): void {
  const npm = process.env["NPM_PID"];
  if (npm === undefined || !/^\d+$/.test(npm)) return;
  const look = () => {
    // An orphan gets another parent. What this process has started ends with it, by its guards.
    if (process.ppid !== Number(npm)) process.exit(1);
  };
  look();
  setInterval(look, lookEveryMs).unref();
}
