// The contract suites over a Redis Cluster: names in all slots, and all masters. All of them in `npm run test:full`.
import { afterAll, beforeAll, describe } from "vitest";
import { createLocks } from "../../../src/index.ts";
import type { TcpPort } from "../../../src/lock/tcp/tcp-port.ts";
import { kindsOverContract } from "../../contract/every-kind.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { TestCluster } from "../../support/cluster.ts";
import { CLUSTER_USERS } from "../../support/cluster-clients.ts";
import { clusterRest } from "../../support/cluster-rest.ts";

const stack = new AsyncDisposableStack();
const { masters, password } = await TestCluster.start(stack);
const address = { port: masters[0]?.server.port ?? 0, password };
const redis = await clusterRest(address, stack);
const [[, makeUser] = []] = CLUSTER_USERS;
const ports: TcpPort[] = [];
let undo: () => void;
beforeAll(() => {
  undo = everyClientIsMadeBy((options) => {
    const { url } = Object(options.redis);
    const user = makeUser?.(url === redis.url ? address : { port: 6, password });
    if (user === undefined) throw new Error("no client");
    ports.push(user.port);
    return createLocks({ ...options, redis: user.port });
  });
});
afterAll(async () => {
  undo();
  for (const port of ports) port.close();
  await stack.disposeAsync();
});

describe("over a cluster", () => {
  kindsOverContract(redis);
});
