// Clients whose own retries a port cannot switch off: a function of `use`, and a custom requester. Tests the weaker
// guarantee.
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { throughClient } from "../../../src/lock/redis/through-client.ts";
import { type Handler, HostileRest, json, says } from "../../support/hostile-rest.ts";
import { failure, LIMITS } from "../../support/port-under-test.ts";

const server = new HostileRest();
beforeAll(() => server.start());
afterAll(() => server.stop());

const held = (): unknown => server.granted();

async function failed(port: RedisPort, timeoutMs = 5_000): Promise<unknown> {
  return failure(port.run(echoCall("k", "held"), { timeoutMs }), server.endpoint);
}

describe("a client that sends several copies", () => {
  const sending = (options: object = {}): RedisPort => {
    const redis = new Redis({
      ...server.endpoint,
      responseEncoding: false,
      retry: { retries: 2, backoff: () => 0 },
      ...options,
    });
    redis.use((request, next) => next(request));
    return throughClient(redis);
  };
  const cutFirst = (later: Handler): void => {
    server.answers((request, response) => {
      if (server.requests === 1) request.socket.destroy();
      else later(request, response);
    });
  };

  it("in a function of use makes one attempt: all copies have its nonce", async () => {
    const seen = new Set<string>();
    server.answers((request, response) => {
      seen.add(server.nonce);
      if (server.requests === 1) request.socket.destroy();
      else json(200, held)(request, response);
    });
    expect(await sending().run(echoCall("k", "held"), LIMITS)).toEqual(["held", server.nonce, 1]);
    expect([server.requests, seen.size]).toEqual([2, 1]);
  });

  it("gets no refusal when only the last copy is refused, and none was unreachable", async () => {
    for (const word of ["NOPERM no", "BUSY not now"]) {
      cutFirst(json(400, says(word)));
      expect(await failed(sending())).toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(server.requests).toBe(2);
    }
    const redis = new Redis({ url: "http://127.0.0.1:1", token: "t", retry: { retries: 1, backoff: () => 0 } });
    redis.use(async () => {
      throw Object.assign(new Error("fetch failed"), { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
    });
    expect(await failed(throughClient(redis))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  });

  it("stops at the deadline", async () => {
    server.answers((request) => request.socket.destroy());
    const port = sending({ retry: { retries: 1_000, backoff: () => 20 } });
    expect(await failed(port, 200)).toMatchObject({ message: "no answer within 200 ms" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const sent = server.requests;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.requests).toBe(sent);
  });

  it("still reports a key of another type, and an unknown script", async () => {
    cutFirst(json(400, says("WRONGTYPE Operation NOTHING_WRITTEN")));
    expect(await failed(sending())).toMatchObject({ code: "NOT_A_LOCK", key: "k" });
    server.answers((request, response) => {
      if (server.requests === 1) json(400, says("NOSCRIPT No matching script."))(request, response);
      else json(200, held)(request, response);
    });
    expect(await sending().run(echoCall("k", "held"), LIMITS)).toEqual(["held", server.nonce, 1]);
  });
});

describe("a custom requester", () => {
  it("sends, has no streams, and may ignore the signal", async () => {
    const bodies: unknown[] = [];
    let answer: unknown;
    const requester = {
      request: async (request: { body?: unknown }) => {
        bodies.push(request.body);
        return answer === undefined ? new Promise<never>(() => {}) : Object(answer);
      },
    };
    const port = throughClient(new Redis(requester));
    expect(await failed(port, 100)).toMatchObject({ code: "OUTCOME_UNKNOWN", message: "no answer within 100 ms" });
    answer = { error: "NOPERM no" };
    expect(await failed(port)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    answer = { result: ["held", "x", 1] };
    expect(await failed(port)).toMatchObject({ code: "UNEXPECTED_REPLY" });
    expect(bodies).toHaveLength(3);
    const channel = { name: "c", perWaiter: false, wakes: () => 1 };
    const listener = { onSubscribed: () => {}, onMessage: () => {} };
    expect(await port.follow(channel, listener, new AbortController().signal)).toBe("unsupported");
    expect(throughClient(new Redis(requester)).database).toBe(port.database);
    expect(throughClient(new Redis({ ...requester })).database).not.toBe(port.database);
  });
});
