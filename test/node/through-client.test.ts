// What sending through a client keeps of the client's settings, and what it loses: for each thing that is lost, which weaker thing holds.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Redis } from "@upstash/redis";
import { Redis as WorkersRedis } from "@upstash/redis/cloudflare";
import { Redis as FastlyRedis } from "@upstash/redis/fastly";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { RedisPort } from "../../src/redis/port.ts";
import { portOf } from "../../src/redis/port-of.ts";
import { throughClient } from "../../src/redis/through-client.ts";
import { failure, LIMITS } from "../contract/redis-port.ts";
import { ownGateway } from "../gateway/support.ts";
import { echoCall } from "../support/echo-script.ts";
import { witnessed } from "../support/rest.ts";
import { uniqueName } from "../support/unique-name.ts";

const TOKEN = "canary-5ecret";
const gateway = await ownGateway();

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handler: Handler;
let requests = 0;
/** The nonce of the latest request. */
let nonce = "";
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests += 1;
    const [, , keys, ...rest]: string[] = JSON.parse((await request.toArray()).join(""));
    nonce = rest[Number(keys)] ?? "";
    handler(request, response);
  });
  url = await listening(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  requests = 0;
  vi.restoreAllMocks();
});

async function listening(one: Server): Promise<string> {
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  const address = one.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

function hostile(answer: Handler, options: object = {}): RedisPort {
  handler = answer;
  return throughClient(new Redis({ url, token: TOKEN, responseEncoding: false, ...options }));
}

const json =
  (status: number, body: () => unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(body()));
const held = () => ({ result: ["held", nonce, 1] });
const says = (error: string) => () => ({ error });

async function failed(port: RedisPort, timeoutMs = 5_000): Promise<unknown> {
  return failure(port.run(await echoCall("k", "held"), { timeoutMs }), { url, token: TOKEN });
}

describe("what the client does not show", () => {
  it("is the status: an error is a refusal only when its words rule out that the script ran", async () => {
    expect(await failed(hostile(json(401, says("NOPERM no"))))).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 0 });
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

  it("is Retry-After: no pause is asked for", async () => {
    const error = await failed(hostile(json(503, says("LOADING"), { "retry-after": "30" })));
    expect(error).toMatchObject({ code: "REDIS_UNREACHABLE", retryAfterMs: 0 });
  });

  it("is the size of a body: it is read to its end, or to the deadline", async () => {
    const large = hostile(json(200, () => ({ ...held(), x: "y".repeat(70_000) })));
    expect(await large.run(await echoCall("k", "held"), LIMITS)).toEqual(["held", nonce, 1]);
    const endless: Handler = (_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(" ".repeat(1_000), () => setTimeout(more, 1));
      };
      more();
    };
    expect(await failed(hostile(endless), 300)).toMatchObject({ message: "no answer within 300 ms" });
  });

  it.each([307, 308])(
    "is a redirect (%i): another host gets the command, but not the token, in Node",
    async (status) => {
      const authorizations: unknown[] = [];
      let reply: readonly unknown[] = [];
      const other = createServer((request, response) => {
        authorizations.push(request.headers.authorization);
        response.end(JSON.stringify({ result: reply }));
      });
      const location = await listening(other);
      const port = hostile((_, response) => {
        reply = ["held", nonce, 1];
        response.writeHead(status, { location }).end();
      });
      expect(await port.run(await echoCall("k", "held"), LIMITS)).toEqual(["held", nonce, 1]);
      const forging = hostile((_, response) => {
        reply = ["held", "a guess", 1];
        response.writeHead(status, { location }).end();
      });
      // Its answer is taken by the same rule as any.
      expect(await failed(forging)).toMatchObject({ code: "UNEXPECTED_REPLY" });
      expect(authorizations).toEqual([undefined, undefined]);
      other.closeAllConnections();
      other.close();
    },
  );
});

describe("what has no effect", () => {
  it("is the client's own signal: each run has its deadline and its signal", async () => {
    for (const signal of [AbortSignal.abort(), () => AbortSignal.abort()]) {
      const port = hostile(json(200, held), { signal });
      expect(await port.run(await echoCall("k", "held"), LIMITS)).toEqual(["held", nonce, 1]);
    }
  });

  it("is the log of latencies: nothing is printed", async () => {
    const log = vi.spyOn(console, "log");
    await hostile(json(200, held), { latencyLogging: true }).run(await echoCall("k", "held"), LIMITS);
    expect(log).not.toHaveBeenCalled();
  });

  it("is its retries, which go on for its own commands", async () => {
    const redis = new Redis({ url, token: TOKEN, retry: { retries: 2, backoff: () => 0 } });
    handler = (request) => request.socket.destroy();
    expect(await failed(throughClient(redis))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(requests).toBe(1);
    await redis.echo("x").catch(() => {});
    expect(requests).toBe(4);
  });
});

describe("what the client keeps sending several times", () => {
  const sending = (options: object = {}): RedisPort => {
    const redis = new Redis({
      url,
      token: TOKEN,
      responseEncoding: false,
      retry: { retries: 2, backoff: () => 0 },
      ...options,
    });
    redis.use((request, next) => next(request));
    return throughClient(redis);
  };
  const cutFirst = (later: Handler): void => {
    handler = (request, response) => {
      if (requests === 1) request.socket.destroy();
      else later(request, response);
    };
  };

  it("with a function of use, is one try: all copies have its nonce", async () => {
    const seen = new Set<string>();
    cutFirst(json(200, held));
    handler = ((inner) => (request, response) => {
      seen.add(nonce);
      inner(request, response);
    })(handler);
    expect(await sending().run(await echoCall("k", "held"), LIMITS)).toEqual(["held", nonce, 1]);
    expect([requests, seen.size]).toEqual([2, 1]);
  });

  it("is no refusal when the last copy is refused, and none was unreachable", async () => {
    for (const word of ["NOPERM no", "BUSY not now"]) {
      requests = 0;
      cutFirst(json(400, says(word)));
      expect(await failed(sending())).toMatchObject({ code: "OUTCOME_UNKNOWN" });
      expect(requests).toBe(2);
    }
    const redis = new Redis({ url: "http://127.0.0.1:1", token: TOKEN, retry: { retries: 1, backoff: () => 0 } });
    redis.use(async () => {
      throw Object.assign(new Error("fetch failed"), { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
    });
    expect(await failed(throughClient(redis))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  });

  it("ends with the deadline", async () => {
    handler = (request) => request.socket.destroy();
    const port = sending({ retry: { retries: 1_000, backoff: () => 20 } });
    expect(await failed(port, 200)).toMatchObject({ message: "no answer within 200 ms" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const sent = requests;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(requests).toBe(sent);
  });

  it("still tells a key that holds something else, and a script that is not known", async () => {
    cutFirst(json(400, says("WRONGTYPE Operation")));
    expect(await failed(sending())).toMatchObject({ code: "NOT_A_LOCK", key: "k" });
    requests = 0;
    handler = (request, response) => {
      if (requests === 1) json(400, says("NOSCRIPT No matching script."))(request, response);
      else json(200, held)(request, response);
    };
    expect(await sending().run(await echoCall("k", "held"), LIMITS)).toEqual(["held", nonce, 1]);
  });
});

describe("a requester of one's own", () => {
  it("sends, has no streams, and may take no notice of the signal", async () => {
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

describe("what holds", () => {
  it("are the client's headers, agent, cache and telemetry, and its token of what it wrote", async () => {
    const agent = { keepAlive: true };
    const redis = new Redis({ url: gateway.url, token: gateway.token, agent, cache: "no-cache", keepAlive: false });
    const fetching = vi.spyOn(globalThis, "fetch");
    await throughClient(redis).run(await echoCall(uniqueName(), "held"), LIMITS);
    const [, init] = fetching.mock.calls[0] ?? [];
    expect(init).toMatchObject({ agent, cache: "no-cache", keepalive: false });
    expect(init?.headers).toMatchObject({ "Upstash-Telemetry-Sdk": expect.stringContaining("@upstash/redis") });
    expect(redis.readYourWritesSyncToken).toBeTruthy();
  });

  it("is a function of use, also one that is given later", async () => {
    const redis = new Redis(gateway);
    const port = throughClient(redis);
    const seen: unknown[] = [];
    redis.use((request, next) => {
      seen.push(request.body);
      return next(request);
    });
    const key = uniqueName();
    await port.run(await echoCall(key, "held"), LIMITS);
    expect(seen).toHaveLength((await witnessed(gateway, key)).length);
  });

  it.each([
    ["Node's", () => new Redis(gateway)],
    ["Workers'", () => new WorkersRedis(gateway)],
    ["Fastly's", () => new FastlyRedis({ ...gateway, backend: "redis" })],
  ])("is the database: %s client and its endpoint are one", async (_, make) => {
    const port = throughClient(make());
    expect(port.database).toBe(portOf(gateway).database);
    expect(await port.run(await echoCall(uniqueName(), "held"), LIMITS)).toEqual(["held", expect.any(String), 1]);
    expect(portOf(port)).toBe(port);
  });
});

it("takes no other objects, and no client without url and token, or without https", () => {
  const refused = expect.objectContaining({ code: "INVALID_OPTION" });
  const others: unknown[] = [undefined, null, "redis", {}, { url, token: TOKEN }, { client: { request: 1 } }];
  for (const other of others) expect(() => Reflect.apply(throughClient, undefined, [other])).toThrowError(refused);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(() => throughClient(new Redis({ url: "", token: "" }))).toThrowError(refused);
  expect(() => throughClient(new Redis({ url: "http://redis.example", token: TOKEN }))).toThrowError(refused);
});

it("a port of one's own may wrap another", async () => {
  const through = throughClient(new Redis(gateway));
  const names: string[] = [];
  const listed: RedisPort = {
    ...through,
    async run(call, limits) {
      names.push(call.script.name);
      return await through.run(call, limits);
    },
  };
  await portOf(listed).run(await echoCall(uniqueName(), "held"), LIMITS);
  expect(names).toEqual(["echo"]);
});
