// Sending through a client: which of its settings remain, which are lost, and the weaker guarantee for each lost one.
import { createServer } from "node:http";
import { Redis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { Redis as FastlyRedis } from "@upstash/redis/fastly";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import { isRedisPort, type RedisPort } from "../../../src/lock/redis/port.ts";
import { throughClient } from "../../../src/lock/redis/through-client.ts";
import { portOf } from "../../../src/lock/redis/upstash.ts";
import { type Handler, HostileRest, json, listening, says } from "../../support/hostile-rest.ts";
import { failure, LIMITS } from "../../support/port-under-test.ts";
import { witnessed } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { ownGateway } from "../../tools/gateway/support.ts";

const gateway = await ownGateway();
const server = new HostileRest();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

function hostile(answer: Handler, options: object = {}): RedisPort {
  server.answers(answer);
  return throughClient(new Redis({ ...server.endpoint, responseEncoding: false, ...options }));
}

const held = (): unknown => server.granted();

async function failed(port: RedisPort, timeoutMs = 5_000): Promise<unknown> {
  return failure(port.run(echoCall("k", "held"), { timeoutMs }), server.endpoint);
}

describe("a port through a client", () => {
  it("lacks the status: an error is a refusal only when its text rules out that the script ran", async () => {
    expect(await failed(hostile(json(401, says("NOPERM no"))))).toMatchObject({ code: "REDIS_REFUSED" });
    expect(await failed(hostile(json(401, says("Unauthorized"))))).toMatchObject({ code: "REDIS_REFUSED" });
    expect(await failed(hostile(json(404, says("no such route"))))).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      message: "the REST server gave no usable answer: no such route",
    });
    expect(await failed(hostile(json(400, says("ERR of a script"))))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    const page: Handler = (_, response) => response.writeHead(404).end("<html>");
    expect(await failed(hostile(page))).toMatchObject({
      code: "OUTCOME_UNKNOWN",
      message: "the REST server gave no usable answer, and no JSON: is redis.url the REST URL?",
    });
  });

  it("lacks Retry-After: no pause is made", async () => {
    const error = await failed(hostile(json(503, says("LOADING"), { "retry-after": "30" })));
    expect(error).toMatchObject({ code: "REDIS_UNREACHABLE", retryAfterMs: 0 });
  });

  it("lacks the size of a body, which is read to its end, or to the deadline", async () => {
    const large = hostile(json(200, () => ({ ...server.granted(), x: "y".repeat(70_000) })));
    expect(await large.run(echoCall("k", "held"), LIMITS)).toEqual(["held", server.nonce, 1]);
    const endless: Handler = (_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(" ".repeat(1_000), () => setTimeout(more, 1));
      };
      more();
    };
    expect(await failed(hostile(endless), 300)).toMatchObject({ message: "no answer within 300 ms" });
  });

  it.each([307, 308])(
    "follows a redirect (%i): another host gets the command, but not the token, in Node",
    async (status) => {
      const authorizations: unknown[] = [];
      let reply: readonly unknown[] = [];
      const other = createServer((request, response) => {
        authorizations.push(request.headers.authorization);
        response.end(JSON.stringify({ result: reply }));
      });
      const location = await listening(other);
      const port = hostile((_, response) => {
        reply = ["held", server.nonce, 1];
        response.writeHead(status, { location }).end();
      });
      expect(await port.run(echoCall("k", "held"), LIMITS)).toEqual(["held", server.nonce, 1]);
      const forging = hostile((_, response) => {
        reply = ["held", "a guess", 1];
        response.writeHead(status, { location }).end();
      });
      // Its reply is judged by the same rule as any.
      expect(await failed(forging)).toMatchObject({ code: "UNEXPECTED_REPLY" });
      expect(authorizations).toEqual([undefined, undefined]);
      other.closeAllConnections();
      other.close();
    },
  );
});

describe("a port through a client ignores", () => {
  it("the client's own signal: each run has its deadline and its signal", async () => {
    for (const signal of [AbortSignal.abort(), () => AbortSignal.abort()]) {
      const port = hostile(json(200, held), { signal });
      expect(await port.run(echoCall("k", "held"), LIMITS)).toEqual(["held", server.nonce, 1]);
    }
  });

  it("the log of latencies: nothing is printed", async () => {
    const log = vi.spyOn(console, "log");
    await hostile(json(200, held), { latencyLogging: true }).run(echoCall("k", "held"), LIMITS);
    expect(log).not.toHaveBeenCalled();
  });

  it("the client's retries, which remain for its own commands", async () => {
    const redis = new Redis({ ...server.endpoint, retry: { retries: 2, backoff: () => 0 } });
    server.answers((request) => request.socket.destroy());
    expect(await failed(throughClient(redis))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(server.requests).toBe(1);
    await redis.echo("x").catch(() => {});
    expect(server.requests).toBe(4);
  });
});

describe("a port through a client keeps", () => {
  it("the client's headers, agent, cache and telemetry, and its sync token", async () => {
    const agent = { keepAlive: true };
    const redis = new Redis({ url: gateway.url, token: gateway.token, agent, cache: "no-cache", keepAlive: false });
    const fetching = vi.spyOn(globalThis, "fetch");
    await throughClient(redis).run(echoCall(uniqueName(), "held"), LIMITS);
    // Locks of other tests in this process may have work in the background.
    const [, init] = fetching.mock.calls.find(([, each]) => Object(each).agent === agent) ?? [];
    expect(init).toMatchObject({ agent, cache: "no-cache", keepalive: false });
    expect(init?.headers).toMatchObject({ "Upstash-Telemetry-Sdk": expect.stringContaining("@upstash/redis") });
    expect(redis.readYourWritesSyncToken).toBeTruthy();
  });

  it("a function of use, also one that is set later", async () => {
    const redis = new Redis(gateway);
    const port = throughClient(redis);
    const seen: unknown[] = [];
    redis.use((request, next) => {
      seen.push(request.body);
      return next(request);
    });
    const key = uniqueName();
    await port.run(echoCall(key, "held"), LIMITS);
    expect(seen).toHaveLength((await witnessed(gateway, key)).length);
  });

  it.each([
    ["Node's", () => new Redis(gateway)],
    ["Workers'", () => new WorkersRedis(gateway)],
    ["Fastly's", () => new FastlyRedis({ ...gateway, backend: "redis" })],
  ])("the database: %s client and its endpoint are one", async (_, make) => {
    const port = throughClient(make());
    expect(port.database).toBe(portOf(gateway).database);
    expect(await port.run(echoCall(uniqueName(), "held"), LIMITS)).toEqual(["held", expect.any(String), 1]);
    expect(portOf(port)).toBe(port);
  });
});

it("throughClient refuses other objects, and a client without url and token, or without https", () => {
  const refused = expect.objectContaining({ code: "INVALID_OPTION" });
  expect(isRedisPort(new Redis(gateway))).toBe(false);
  const others: unknown[] = [undefined, null, "redis", {}, server.endpoint, { client: { request: 1 } }];
  for (const other of others) expect(() => Reflect.apply(throughClient, undefined, [other])).toThrowError(refused);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(() => throughClient(new Redis({ url: "", token: "" }))).toThrowError(refused);
  expect(() => throughClient(new Redis({ url: "http://redis.example", token: "t" }))).toThrowError(refused);
});

it("a custom port may wrap another", async () => {
  const through = throughClient(new Redis(gateway));
  const names: string[] = [];
  const listed: RedisPort = {
    ...through,
    async run(call, limits) {
      names.push(call.script.name);
      return await through.run(call, limits);
    },
  };
  await portOf(listed).run(echoCall(uniqueName(), "held"), LIMITS);
  expect(names).toEqual(["echo"]);
});
