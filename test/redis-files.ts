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
  | "commands that the engine lacks"
  | "a program of its own";

/** The files of which no test runs on the engine. */
export const FILES_BY_NEED: Readonly<Partial<Record<OfRedis, readonly string[]>>> = {
  "another answer than the engine's": [
    "test/engine/command-descriptions.test.ts",
    "test/engine/comparisons.test.ts",
    "test/engine/fuzz.test.ts",
    "test/engine/lua.test.ts",
    "test/engine/replay.test.ts",
    "test/engine/scripts.test.ts",
    "test/tools/gateway/first-lines.test.ts",
    "test/tools/gateway/resp-transactions.test.ts",
  ],
  "times of scripts": ["test/lock/lua/script-times.test.ts"],
  "users with few rights": [
    "test/lock/redis/limited-user.test.ts",
    "test/lock/anchored-keys.test.ts",
    "test/lock/forger.test.ts",
    "test/lock/redis/no-channels.test.ts",
    "test/lock/lua/refused-commands.test.ts",
    "test/lock/redis/without-a-right.test.ts",
    "test/tools/cli/acl.test.ts",
  ],
  "clusters and Sentinel": [
    "test/lock/contract/kinds-over-cluster.test.ts",
    "test/lock/wait/standing-cluster.test.ts",
    "test/lock/tcp/tcp-cluster.test.ts",
    "test/lock/tcp/tcp-sentinel.test.ts",
  ],
  MONITOR: ["test/lock/hold/thefts.test.ts"],
  "a list of its clients": ["test/lock/tcp/tcp-ports.test.ts"],
  "commands that the engine lacks": ["test/together/docs/coming-from.test.ts"],
  "a program of its own": ["test/tools/gateway/private-redis.test.ts"],
};

export const REDIS_FILES: readonly string[] = Object.values(FILES_BY_NEED).flat();
