import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs vitest with a separate configuration, and ends with its exit code. A signal to this process alone ends vitest
 * too.
 *
 * @param config path of the configuration
 *
 * @param env variables, added to those of this process
 */
export async function runVitest(
  config: string,
  options: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const tests = spawn("vitest", ["run", "--config", config, ...options], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => tests.kill(signal));
  const [code] = await once(tests, "exit");
  process.exitCode = code ?? 1;
}
