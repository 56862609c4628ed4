// Two gateways that tests share, and some per runtime for the tests that set faults, each with its own redis-server.
import type { TestProject } from "vitest/node";
import { isExhaustive } from "./exhaustive-files.ts";
import { startNode } from "./support/child-process.ts";
import type { Endpoint } from "./support/rest.ts";

declare module "vitest" {
  interface ProvidedContext {
    isExhaustive: boolean;
    shared: Endpoint;
    /** Shared, too. It accepts scripts with key-level locking, and refuses keys outside their KEYS. */
    strict: Endpoint;
    faultyForNode: FaultyEndpoints;
    faultyForWorkerd: FaultyEndpoints;
    faultyForTelemetry: Readonly<Record<"node" | "workerd", Endpoint>>;
  }
}

/** Each is for one test at a time: so many tests that set faults run concurrently. */
export type FaultyEndpoints = readonly [...Four, ...Four, Endpoint];
type Four = readonly [Endpoint, Endpoint, Endpoint, Endpoint];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const start = async <Started extends readonly Endpoint[]>(
    ...args: [Started["length"], ...string[]]
  ): Promise<Started> => {
    const gateways = startNode(["test/gateways.ts", ...args]);
    stops.push(async () => {
      gateways.endInput();
      const { stderr } = await gateways.ended;
      if (stderr !== "") console.error(stderr);
    });
    return JSON.parse(await gateways.line());
  };
  const [[shared, node, workerd], [strict], forNode, forWorkerd] = await Promise.all([
    start<[Endpoint, Endpoint, Endpoint]>(3),
    start<[Endpoint]>(1, "--key-locking"),
    start<FaultyEndpoints>(9),
    start<FaultyEndpoints>(9),
  ]);
  project.provide("isExhaustive", isExhaustive);
  project.provide("shared", shared);
  project.provide("strict", strict);
  project.provide("faultyForNode", forNode);
  project.provide("faultyForWorkerd", forWorkerd);
  project.provide("faultyForTelemetry", { node, workerd });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
