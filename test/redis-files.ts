// The tests that only a real Redis can answer. Where this machine has no redis-server, all others run on the engine.
import { redisServerHere } from "../src/tools/gateway/find-redis-server.ts";

/** Whether this machine has a redis-server. */
export const hasRedis: boolean = redisServerHere() !== undefined;

/** What only a real Redis has. Single tests name it with `onlyRedis` of test/support/only-redis.ts. */
export type OfRedis =
  | "another answer than the engine's"
  | "times of scripts"
  | "files and replicas"
  | "users with few rights"
  | "clusters and Sentinel"
  | "MONITOR"
  | "a list of its clients"
  | "commands that no lock uses"
  | "a program of its own";

/** The files of which no test runs on the engine. */
export const FILES_BY_NEED: Readonly<Partial<Record<OfRedis, readonly string[]>>> = {
  "another answer than the engine's": [
    "test/engine/comparisons.test.ts",
    "test/engine/fuzz.test.ts",
    "test/engine/lua.test.ts",
    "test/engine/replay.test.ts",
    "test/engine/scripts.test.ts",
  ],
  "times of scripts": ["test/node/script-times.test.ts"],
  "users with few rights": [
    "test/node/limited-user.test.ts",
    "test/node/anchored-keys.test.ts",
    "test/node/forger.test.ts",
    "test/node/no-channels.test.ts",
    "test/node/refused-commands.test.ts",
    "test/node/without-a-right.test.ts",
    "test/cli/acl.test.ts",
  ],
  "clusters and Sentinel": [
    "test/node/contract/kinds-over-cluster.test.ts",
    "test/node/standing-cluster.test.ts",
    "test/node/tcp-cluster.test.ts",
    "test/node/tcp-sentinel.test.ts",
  ],
  MONITOR: ["test/node/thefts.test.ts"],
  "a list of its clients": ["test/node/tcp-ports.test.ts"],
  "a program of its own": ["test/gateway/private-redis.test.ts"],
};

export const REDIS_FILES: readonly string[] = Object.values(FILES_BY_NEED).flat();
