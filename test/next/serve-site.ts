// `next build` and `next start`, as a user calls them.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "../support/eventually.ts";
import { SITE } from "./install-site.ts";

const NEXT = "node_modules/next/dist/bin/next";
const START_MS = 30_000;
const STOP_MS = 5_000;

export interface Server {
  readonly url: string;
  /** What it has said so far: a file. */
  readonly log: string;
  stop(): Promise<void>;
}

function env(variables: Record<string, string>): NodeJS.ProcessEnv {
  // Vitest and npm set some that mean something to Next.js.
  const { NODE_ENV, ...own } = process.env;
  return { ...own, NEXT_TELEMETRY_DISABLED: "1", ...variables };
}

export async function buildSite(): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [NEXT, "build"], { cwd: SITE, env: env({}) });
  } catch (error) {
    throw new Error(`next build failed:\n${Object(error).stdout}${Object(error).stderr}`, { cause: error });
  }
}

/**
 * On any free port of this machine.
 * @param name of this server among those that serve the site
 */
export async function startSite(name: string, variables: Record<string, string>): Promise<Server> {
  const log = join(SITE, `${name}.log`);
  const output = openSync(log, "w");
  const server = spawn(process.execPath, [NEXT, "start", "-p", "0", "-H", "127.0.0.1"], {
    cwd: SITE,
    env: env(variables),
    stdio: ["ignore", output, output],
    // A process group of its own, which ends as one.
    detached: true,
  });
  const endWatch = endWithThisProcess(server);
  const stop = (): Promise<void> => stopGroup(server).finally(endWatch);
  try {
    const url = await eventually(() => {
      if (server.exitCode !== null) throw new Error("next start has ended");
      const said = readFileSync(log, "utf8");
      return /http:\/\/127\.0\.0\.1:\d+(?=.*Ready)/s.exec(said)?.[0];
    }, START_MS);
    return { url, log, stop };
  } catch (error) {
    await stop();
    throw new Error(`next start did not start:\n${readFileSync(log, "utf8")}`, { cause: error });
  }
}

async function stopGroup(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const group = -server.pid;
  const ended = once(server, "exit");
  process.kill(group, "SIGTERM");
  const late = setTimeout(() => process.kill(group, "SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(late);
}

/** Ends the server when this process ends, even by SIGKILL: a shell waits on a pipe that the kernel closes then. */
function endWithThisProcess({ pid }: ChildProcess): () => void {
  const watcher = spawn("/bin/sh", ["-c", 'read -r _; kill -9 -- "-$1"', "watch-next", `${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return () => watcher.kill("SIGKILL");
}

/** What was thrown outside of a route has nobody else to tell. */
export function unhandledIn({ log }: Server): string | undefined {
  const said = readFileSync(log, "utf8");
  return /unhandled|uncaught/i.test(said) ? said : undefined;
}
