// A site's server, as a user starts it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../src/tools/gateway/redis-server.ts";
import { eventually } from "../../support/eventually.ts";
import { environment } from "./environment.ts";
import type { Site } from "./sites.ts";

const START_MS = 30_000;
const STOP_MS = 5_000;

export interface Server {
  readonly url: string;
  /** The file of its output. */
  readonly log: string;
  stop(): Promise<void>;
}

/**
 * Starts the server of a built site on a free port of this machine.
 * @param name of this server among those of the site
 * @param variables for its environment
 * @returns when it answers
 */
export async function startSite(site: Site, name: string, variables: Record<string, string>): Promise<Server> {
  const log = join(site.folder, `${name}.log`);
  const output = openSync(log, "w");
  const port = await freePort();
  const server = spawn(process.execPath, site.start, {
    cwd: site.folder,
    env: environment({ HOST: "127.0.0.1", PORT: String(port), ...variables }),
    stdio: ["ignore", output, output],
    // A process group of its own, which ends as one.
    detached: true,
  });
  const endWatch = endWithThisProcess(server);
  const stop = (): Promise<void> => stopGroup(server).finally(endWatch);
  const url = `http://127.0.0.1:${port}`;
  try {
    await eventually(async () => {
      if (server.exitCode !== null) throw new Error("it has ended");
      return fetch(url).then(
        (response) => response.text().then(() => true),
        () => false,
      );
    }, START_MS);
    return { url, log, stop };
  } catch (error) {
    await stop();
    throw new Error(`the server of ${site.name} did not start:\n${readFileSync(log, "utf8")}`, { cause: error });
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

/** Ends the server with this process, even at SIGKILL: a shell waits on a pipe that the kernel then closes. */
function endWithThisProcess({ pid }: ChildProcess): () => void {
  const watcher = spawn("/bin/sh", ["-c", 'read -r _; kill -9 -- "-$1"', "watch-site", `${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.unref();
  return () => watcher.kill("SIGKILL");
}

/** Returns an error that was thrown outside a route, which is only visible in the log. */
export function unhandledIn({ knownNoise = /(?!)/g }: Site, { log }: Server): string | undefined {
  const said = readFileSync(log, "utf8").replaceAll(knownNoise, "");
  return /unhandled ?rejection|uncaught ?exception/i.test(said) ? said : undefined;
}
