// One gateway that tests share, and for each runtime some for the tests that set faults, each with its own redis-server.
import type { TestProject } from "vitest/node";
import { startGateway } from "../scripts/gateway/index.ts";
import type { Endpoint } from "./support/rest.ts";

declare module "vitest" {
  interface ProvidedContext {
    shared: Endpoint;
    faultyForNode: FaultyEndpoints;
    faultyForWorkerd: FaultyEndpoints;
  }
}

/** For one test at a time each: so many tests that set faults run side by side. */
export type FaultyEndpoints = readonly [Endpoint, Endpoint, Endpoint];

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const gateways = await Promise.all(Array.from({ length: 7 }, () => startGateway()));
  const [shared, a, b, c, d, e, f] = gateways.map(({ url, token }) => ({ url, token }));
  if (!(shared && a && b && c && d && e && f)) throw new Error("unreachable");
  project.provide("shared", shared);
  project.provide("faultyForNode", [a, b, c]);
  project.provide("faultyForWorkerd", [d, e, f]);
  return async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  };
}
