// The contract of every port of the package; for throughClient, with each relevant setting of a client.
import { Redis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { describe } from "vitest";
import { streams } from "../../../src/lock/redis/streams.ts";
import { throughClient } from "../../../src/lock/redis/through-client.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { freePort } from "../../../src/tools/gateway/redis-server.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import type { PortUnderTest } from "../../support/port-under-test.ts";
import type { Endpoint } from "../../support/rest.ts";
import { ownGateway } from "../../tools/gateway/support.ts";
import { restPortContract } from "./redis-port/redis-port.ts";

const gateway = await ownGateway();
const nowhere = { url: `http://127.0.0.1:${await freePort()}`, token: "canary-5ecret" };

const CLIENTS: readonly [string, (endpoint: Endpoint) => Redis | WorkersRedis][] = [
  ["a client as it is", (endpoint) => new Redis(endpoint)],
  [
    "a client without pipelines, base64 and JSON, that does not retry",
    (endpoint) =>
      new Redis({
        ...endpoint,
        ...{ enableAutoPipelining: false, responseEncoding: false, automaticDeserialization: false, retry: false },
      }),
  ],
  [
    "a client for Workers that retries without end",
    (endpoint) => new WorkersRedis({ ...endpoint, retry: { retries: 99, backoff: () => 0 } }),
  ],
  [
    "a client with a function of use, that has no retries",
    (endpoint) => {
      const redis = new Redis({ ...endpoint, retry: { retries: 0 } });
      redis.use((request, next) => next(request));
      return redis;
    },
  ],
];

describe("upstashPort", () =>
  restPortContract(gateway, {
    portTo: (endpoint) => upstashPort(endpoint, streams().follow),
    nowhere,
    seesStatus: true,
    pipelines: true,
  }));

describe.each(shortOrFull(CLIENTS.slice(0, 1), CLIENTS))("throughClient, of %s", (_, clientTo) => {
  const under: PortUnderTest = { portTo: (to) => throughClient(clientTo(to)), nowhere, seesStatus: false };
  restPortContract(gateway, under);
});
