// A private redis-server: free loopback port, random passwords, nothing kept on disk. It ends with the process that
// started it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { randomToken } from "./auth.ts";
import { findRedisServer, type RedisBinary } from "./find-redis-server.ts";

const startMs = 20_000;

/**
 * The rights of requests over REST, in Redis' own terms. The gateway refuses more (see command-table.ts), but only
 * Redis checks the commands of a script, where MIGRATE could connect to any host.
 */
const restRights = "~* &* +@all -@admin -@dangerous +client|list +flushall +flushdb +info +keys +monitor +restore";

interface RedisServerOptions {
  /** Keep an append-only file, so that `restart()` finds the data again. */
  appendOnly?: boolean;
  /** A node of a cluster, which has no slots yet. */
  cluster?: boolean;
  /** The program. Default: `findRedisServer()`. */
  binary?: RedisBinary | undefined;
}

interface ServerSetup extends Pick<RedisServerOptions, "appendOnly"> {
  readonly binary: RedisBinary;
  readonly clusterPort: number | undefined;
}

export async function startRedisServer(options: RedisServerOptions = {}): Promise<RedisServer> {
  const { binary = findRedisServer() } = options;
  // Ends with a server, after the last attempt, or at an error that does not depend on the port.
  for (let triesLeft = 4; ; triesLeft--) {
    const folder = await mkdtemp(join(tmpdir(), "redis-server-"));
    const clusterPort = options.cluster === true ? await freePort() : undefined;
    const server = new RedisServer(await freePort(), folder, { ...options, binary, clusterPort });
    try {
      await server.restart();
      return server;
    } catch (error) {
      await server.stop();
      // Another process may take a free port first.
      if (triesLeft === 0 || !(error instanceof Error && error.message.includes("already in use"))) throw error;
    }
  }
}

export class RedisServer {
  readonly port: number;
  /** For the other nodes of its cluster; undefined: it is in none. */
  readonly clusterPort: number | undefined;
  /** For its administrator. */
  readonly url: string;
  /** With the rights that Upstash grants. */
  readonly restUrl: string;
  readonly #users: string;
  readonly #folder: string;
  readonly #appendOnly: boolean;
  readonly #binary: RedisBinary;
  #process: ChildProcess | undefined;

  constructor(port: number, folder: string, { appendOnly = false, clusterPort, binary }: ServerSetup) {
    this.port = port;
    this.clusterPort = clusterPort;
    const [password, restPassword] = [randomToken(), randomToken()];
    this.url = `redis://default:${password}@127.0.0.1:${port}`;
    this.restUrl = `redis://rest:${restPassword}@127.0.0.1:${port}`;
    this.#users = `requirepass ${password}\nuser rest on >${restPassword} ${restRights}\n`;
    this.#folder = folder;
    this.#appendOnly = appendOnly;
    this.#binary = binary;
  }

  /** The path of the program. */
  get program(): string {
    return this.#binary.path;
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Sends a signal, and waits for the end if the signal ends the server. Does nothing while the server is down. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    if (running === undefined) return;
    running.kill(signal);
    // SIGSTOP, SIGCONT and the like leave it running.
    if (["SIGKILL", "SIGTERM", "SIGINT", "SIGQUIT"].includes(signal)) await exitOf(running);
  }

  /** Starts it on the same port, after ending the one that runs. Resolves when it accepts connections. */
  async restart(): Promise<void> {
    await this.kill("SIGTERM");
    const binary = this.#binary;
    const args = ["--port", `${this.port}`, "--bind", "127.0.0.1", "--protected-mode", "yes", "--dir", this.#folder];
    const keep = ["--save", "", "--appendonly", this.#appendOnly ? "yes" : "no"];
    // Its default, 10,000 above the port, may be too high.
    const { clusterPort } = this;
    const node = clusterPort === undefined ? [] : ["--cluster-enabled", "yes", "--cluster-port", `${clusterPort}`];
    // "~" lets Redis trim a stream by whole nodes; Upstash trims it to the entry. Nodes of one entry give the same
    // result.
    const streams = ["--stream-node-max-bytes", "1"];
    // Every user can see arguments in the list of processes; "-" reads the configuration from standard input.
    const server = spawn(binary.path, [...args, ...keep, ...node, ...streams, "-"], {
      env: binary.env,
      stdio: ["pipe", "pipe", "pipe"],
      // A separate process group: Ctrl-C goes to the terminal's whole group, but the parent process decides when the
      // server ends.
      detached: true,
    });
    this.#process = server;
    const callOff = server.pid === undefined ? () => {} : guard(server.pid, this.#folder);
    server.stdin.on("error", () => {}); // it ended before it read: "exit" tells
    server.stdin.end(this.#users);
    server.once("exit", () => {
      callOff();
      if (this.#process === server) this.#process = undefined;
    });
    await readiness(server);
  }

  /** Ends it permanently and removes its files. */
  async stop(): Promise<void> {
    await this.kill("SIGKILL");
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function exitOf(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
}

/** Resolves at the line that reports readiness; rejects when it cannot start, ends before, or takes too long. */
async function readiness(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  let tooLate: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      for (const output of [server.stdout, server.stderr]) {
        if (output === null) continue;
        // Read to the end even without a listener: a full pipe would stop the server.
        createInterface({ input: output }).on("line", (line) => {
          if (line.includes("Ready to accept connections")) resolve();
          said.push(line);
          if (said.length > 5) said.shift();
        });
      }
      server.once("error", (cause) => reject(new Error(`redis-server cannot be run: ${cause.message}`, { cause })));
      server.once("exit", () => reject(new Error(`redis-server ended at its start: ${said.join(" | ")}`)));
      tooLate = setTimeout(() => {
        server.kill("SIGKILL");
        reject(new Error(`redis-server was not ready within ${startMs} ms`));
      }, startMs);
    });
  } finally {
    clearTimeout(tooLate);
  }
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no free port");
  return address.port;
}

// A shell waits on a pipe that only this process holds open, and the kernel closes it.
const GUARD = 'read -r _; kill -s KILL -- "-$1"; [ -z "$2" ] || rm -rf -- "$2"';

/**
 * Ends the group of a child that was spawned as `detached`, and removes the folder, when this process ends: even by
 * SIGKILL, which runs no handler of ours. Returns the function that ends the guard.
 */
export function guard(leaderPid: number, folder = ""): () => void {
  const watcher = spawn("/bin/sh", ["-c", GUARD, "guard", `${leaderPid}`, folder], {
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
