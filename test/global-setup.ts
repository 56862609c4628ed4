// Serves the addresses of gateways. Each starts, with its own database, when a test first asks for it (see
// support/gateways.ts).
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import { isExhaustive } from "./exhaustive-files.ts";
import { hasRedis } from "./redis-files.ts";
import { skippedHere } from "./skipped.ts";
import { startNode } from "./support/child-process.ts";
import type { GatewayKind } from "./support/gateways.ts";
import { listening } from "./support/hostile-rest.ts";

declare module "vitest" {
  interface ProvidedContext {
    isExhaustive: boolean;
    /** Whether it is the run of `npm test`. */
    isQuick: boolean;
    hasRedis: boolean;
    /** Where tests ask for gateways. */
    gateways: string;
    /** The clock of the tests, their clients and their gateways. */
    clock: "virtual" | "real";
  }
}

/** More gateways would keep a processor busy, and answer late. */
const MOST_IN_A_PROCESS = 9;

/** A process that starts gateways on request, and ends with the run. */
class GatewayProcess {
  readonly #process;
  readonly #url: Promise<string>;
  #started = 0;

  constructor(...args: string[]) {
    this.#process = startNode(["test/gateways.ts", ...args]);
    this.#url = this.#process.line();
  }

  get isFull(): boolean {
    return this.#started === MOST_IN_A_PROCESS;
  }

  /** Starts a gateway, and returns its address as JSON. */
  async start(): Promise<string> {
    this.#started += 1;
    const answer = await fetch(await this.#url);
    return answer.text();
  }

  async stop(): Promise<void> {
    this.#process.endInput();
    const { stderr } = await this.#process.ended;
    if (stderr !== "") console.error(stderr);
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const processes: GatewayProcess[] = [];
  const inNewProcess = (...args: string[]): GatewayProcess => {
    const added = new GatewayProcess(...args);
    processes.push(added);
    return added;
  };
  let shared: Promise<string> | undefined;
  let strict: Promise<string> | undefined;
  const kinds: Readonly<Record<GatewayKind, () => Promise<string>>> = {
    shared: () => (shared ??= inNewProcess().start()),
    strict: () => (strict ??= inNewProcess("--key-locking").start()),
    separate: separateGateways(() => inNewProcess()),
    "separate-strict": separateGateways(() => inNewProcess("--key-locking")),
  };
  const server = createServer(async ({ url }, response) => {
    const [, start] = Object.entries(kinds).find(([kind]) => url === `/${kind}`) ?? [];
    response.end(await start?.());
  });
  project.provide("clock", "real");
  project.provide("gateways", await listening(server));
  project.provide("isExhaustive", isExhaustive);
  project.provide("isQuick", process.env["TESTS"] === "quick");
  project.provide("hasRedis", hasRedis);
  return async () => {
    const skipped = skippedHere(project.vitest.state.getTestModules());
    if (skipped !== undefined) console.log(skipped);
    server.closeAllConnections();
    server.close();
    await Promise.all(processes.map((each) => each.stop()));
  };
}

/** Returns a function that starts a gateway with each call, in a new process when the last one is full. */
function separateGateways(newProcess: () => GatewayProcess): () => Promise<string> {
  let last: GatewayProcess | undefined;
  return () => {
    if (last === undefined || last.isFull) last = newProcess();
    return last.start();
  };
}
