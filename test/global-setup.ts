// One gateway that tests share, and one per runtime for the tests that set faults, each with its own redis-server.
import type { TestProject } from "vitest/node";
import { startGateway } from "../scripts/gateway/index.ts";
import type { Endpoint } from "./support/rest.ts";

declare module "vitest" {
  interface ProvidedContext {
    shared: Endpoint;
    faultyForNode: Endpoint;
    faultyForWorkerd: Endpoint;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const gateways = await Promise.all([startGateway(), startGateway(), startGateway()]);
  const [shared, faultyForNode, faultyForWorkerd] = gateways.map(({ url, token }) => ({ url, token }));
  if (shared === undefined || faultyForNode === undefined || faultyForWorkerd === undefined)
    throw new Error("unreachable");
  project.provide("shared", shared);
  project.provide("faultyForNode", faultyForNode);
  project.provide("faultyForWorkerd", faultyForWorkerd);
  return async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  };
}
