// A Worker cannot keep a TCP connection between requests, so the ports over one refuse it at the call.
import { expect, it } from "vitest";
import { ioredisPort } from "../../../src/lock/tcp/ioredis.ts";
import { nodeRedisPort } from "../../../src/lock/tcp/node-redis.ts";

class Client {
  readonly status = "wait";
  readonly isOpen = false;
  readonly options = {};
  on(): void {}
  duplicate(): never {
    throw new Error("a connection was made");
  }
}

it.each([
  ["ioredis", ioredisPort],
  ["node-redis", nodeRedisPort],
])("a client of %s is INVALID_OPTION, and the message names what a Worker can use", (_, portOf) => {
  const problem = { code: "INVALID_OPTION", option: "redis", message: expect.stringContaining("{ url, token }") };
  expect(() => portOf(new Client())).toThrow(expect.objectContaining(problem));
});
