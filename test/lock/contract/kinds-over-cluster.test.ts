// The contract suites over a Redis Cluster: names in all slots, and all masters. All of them in `npm run test:full`.
import { afterAll, beforeEach, describe } from "vitest";
import { createLocks } from "../../../src/index.ts";
import type { TcpPort } from "../../../src/lock/tcp/tcp-port.ts";
import { CLUSTER_USERS } from "../../others/cluster-clients.ts";
import { everyClientIsMadeBy } from "../../support/bare-locks.ts";
import { TestCluster } from "../../support/cluster.ts";
import { clusterRest } from "../../support/cluster-rest.ts";
import { kindsOverContract } from "./every-kind.ts";

/** Tests of the contract that say nothing about a cluster, by their names. test/lock/tcp/tcp-cluster.test.ts has others. */
const NOT_IN_A_CLUSTER = [
  // Several names without a common hash tag.
  /a multi lock|ends the multi lock|of a multi lock/,
  / > fence > /,
  // Half a pair of braces.
  /any well-formed text|however (it is|they are) written|"a\{b"|"a\}b"|"\{\}x"/,
  // A prefix without a hash tag.
  /a list of locks|a fair read\/write lock, how/,
  // Each master counts its own subscribers.
  /a semaphore tells how many wait|how many wait: isolates|a latch tells its count/,
  /wanted, of a (read lock|write lock|permit) >|does not take its own stream/,
  // The token, the witness and the light locks of a REST server.
  /report a wrong token|a published result|light lock|locks described by name/,
];

const stack = new AsyncDisposableStack();
const { masters, password } = await TestCluster.start(stack);
const address = { port: masters[0]?.server.port ?? 0, password };
const redis = await clusterRest(address, stack);
const ports: TcpPort[] = [];
// Before the tests are registered: some of them make their client then.
const undo = everyClientIsMadeBy((options) => {
  const { url } = Object(options.redis);
  const [[, makeUser] = []] = CLUSTER_USERS;
  const user = makeUser?.(url === redis.url ? address : { port: 6, password });
  if (user === undefined) throw new Error("no client");
  ports.push(user.port);
  return createLocks({ ...options, redis: user.port });
});
afterAll(async () => {
  undo();
  for (const port of ports) port.close();
  await stack.disposeAsync();
});

describe("over a cluster", () => {
  beforeEach(({ task, skip }) => {
    let name = task.name;
    for (let { suite } = task; suite !== undefined; suite = suite.suite) name = `${suite.name} > ${name}`;
    if (NOT_IN_A_CLUSTER.some((pattern) => pattern.test(name))) skip("not in a cluster");
  });
  kindsOverContract(redis);
});
