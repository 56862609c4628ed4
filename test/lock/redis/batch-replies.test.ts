// Pipelines and the server between us and Redis: each script gets its own answer, or none.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { echoCall } from "../../../src/engine/port-contract/echo-script.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { eventually } from "../../support/eventually.ts";
import { failure, LIMITS } from "../../support/port-under-test.ts";

const TOKEN = "canary-5ecret";
const KEYS = ["first", "second", "third"];

type Handler = (commands: string[][], response: ServerResponse, request: IncomingMessage) => void;
let handler: Handler;
let requests: { path: string | undefined; commands: string[][] }[] = [];
let server: Server;
let endpoint: { url: string; token: string };
let port: RedisPort;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body: string[] | string[][] = JSON.parse((await request.toArray()).join(""));
    // A script that is alone in its tick is sent as today.
    const commands = body.every((each) => typeof each !== "string") ? body : [body.map(String)];
    requests.push({ path: request.url, commands });
    handler(commands, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: TOKEN };
  port = upstashPort(endpoint);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

/** The reply of the echo script to its command: the kind, the nonce, and its key. */
function echo(command: readonly string[] = []): unknown {
  return { result: ["held", command[4], command[3]] };
}

function answering(change: (replies: unknown[], commands: string[][]) => unknown): Handler {
  return (commands, response, { url }) => {
    const answers = change(commands.map(echo), commands);
    response.end(JSON.stringify(url === "/pipeline" || !Array.isArray(answers) ? answers : answers[0]));
  };
}

async function runs(keys: readonly string[] = KEYS): Promise<unknown[]> {
  const calls = await Promise.all(keys.map((key) => echoCall(key, "held")));
  return Promise.all(calls.map((call) => port.run(call, LIMITS).catch((error: unknown) => error)));
}

const held = (key: string) => ["held", expect.any(String), key];
const unexpected = expect.objectContaining({ code: "UNEXPECTED_REPLY" });
const unknown = expect.objectContaining({ code: "OUTCOME_UNKNOWN" });

describe("a list of answers", () => {
  it("is matched by position, and each result by its nonce", async () => {
    handler = answering((replies) => replies);
    expect(await runs()).toEqual(KEYS.map(held));
    expect(requests).toMatchObject([{ path: "/pipeline", commands: [{}, {}, {}] }]);
  });

  it.each<[string, (replies: unknown[]) => unknown]>([
    ["is empty", () => []],
    ["is shorter", (replies) => replies.slice(0, 2)],
    ["is longer", (replies) => [...replies, replies[0]]],
    ["is in another order", ([first, second, third]) => [third, first, second]],
    ["is in a list", (replies) => [replies]],
    ["is the answer to a single command", ([first]) => first],
  ])("answers no script if it %s", async (_, change) => {
    handler = answering(change);
    expect(await runs()).toEqual([unexpected, unexpected, unexpected]);
    expect(requests).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a number", 7],
    ["a text", "held"],
    ["a list", ["held", "nonce", "second"]],
    ["an object of something else", { ok: true }],
    ["an error that is no text", { error: 7 }],
    ["nil", { result: null }],
    ["the result of another attempt", { result: ["held", "nonce", "second"] }],
  ])("answers the others if one element is %s", async (_, element) => {
    handler = answering(([first, , third]) => [first, element, third]);
    expect(await runs()).toEqual([held("first"), unexpected, held("third")]);
  });

  it("of two that have changed places answers only the third", async () => {
    handler = answering(([first, second, third]) => [second, first, third]);
    expect(await runs()).toEqual([unexpected, unexpected, held("third")]);
  });

  it("with an error concerns one script", async () => {
    handler = answering(([first, , third]) => [first, { error: `NOPERM not for you, ${TOKEN}` }, third]);
    const refused = expect.objectContaining({ code: "REDIS_REFUSED", redisCode: "NOPERM", httpStatus: 200 });
    const replies = await runs();
    expect(replies).toEqual([held("first"), refused, held("third")]);
    expect(String(replies[1])).not.toContain(TOKEN);
    handler = answering(([first, , third]) => [first, { error: "WRONGTYPE of that key NOTHING_WRITTEN" }, third]);
    const notALock = expect.objectContaining({ code: "NOT_A_LOCK", key: "second" });
    expect(await runs()).toEqual([held("first"), notALock, held("third")]);
  });

  it("to another request does not refuse a script by its errors", async () => {
    handler = answering(([first, , third]) => [first, { error: "NOPERM" }, third]);
    await runs();
    let earlier: unknown;
    handler = answering(([first, , third]) => {
      earlier ??= [first, { error: "NOPERM" }, third];
      return earlier;
    });
    await runs();
    expect(await runs()).toEqual([unexpected, unexpected, unexpected]);
  });

  it("in which one script is unknown to Redis has that script sent whole", async () => {
    let asked = 0;
    handler = answering(([first, ...others]) =>
      asked++ === 0 ? [{ error: "NOSCRIPT No matching script" }, ...others] : [first],
    );
    expect(await runs()).toEqual(KEYS.map(held));
    const [[evalsha], [evaluated]] = requests.map(({ commands }) => commands) as [string[][], string[][]];
    expect(evalsha?.[0]).toBe("EVALSHA");
    expect(evaluated?.[0]).toBe("EVAL");
    expect(evaluated?.slice(2)).toEqual(evalsha?.slice(2));
    expect(requests).toHaveLength(2);
  });
});

describe("a pipeline", () => {
  it.each<[string, Handler]>([
    ["is lost", (_, __, request) => request.socket.destroy()],
    [
      "is cut",
      (_, response) => void response.writeHead(200, { "content-length": 99 }).write("[", () => response.destroy()),
    ],
    ["is answered by a page", (_, response) => response.end("<html>")],
    ["is answered by an object", (_, response) => response.end("{}")],
    ["fails", (_, response) => response.writeHead(500).end('{"error":"ERR internal"}')],
    // Some of its scripts may have run.
    ["did not reach Redis", (_, response) => response.writeHead(503).end('{"error":"ERR no Redis"}')],
  ])("that %s leaves all its scripts unknown, each with its own error", async (_, lost) => {
    handler = lost;
    const replies = await runs();
    expect(replies).toEqual([unknown, unknown, unknown]);
    expect(new Set(replies).size).toBe(3);
    expect(requests).toHaveLength(1);
  });

  it("that is refused did nothing", async () => {
    handler = (_, response) => response.writeHead(401).end('{"error":"WRONGPASS invalid or missing auth token"}');
    const refused = expect.objectContaining({ code: "REDIS_REFUSED", redisCode: "WRONGPASS", httpStatus: 401 });
    expect(await runs()).toEqual([refused, refused, refused]);
    // So does each of its scripts. The next ones share a request again.
    requests = [];
    handler = answering((replies) => replies);
    expect(await runs()).toEqual(KEYS.map(held));
    expect(requests).toHaveLength(1);
  });

  it.each([
    [404, '{"error":"not found"}'],
    [405, ""],
    [501, ""],
    [403, "forbidden"],
    [400, '{"error":"ERR unknown command pipeline"}'],
    [307, ""],
  ])(
    "that is refused with HTTP %i is none: each of its scripts is sent by itself, from then on",
    async (status, body) => {
      const paths = (): unknown[] => requests.map(({ path }) => path).toSorted();
      // It is refused at this address alone.
      const [alone, list] = [`/${status}`, `/${status}/pipeline`];
      port = upstashPort({ ...endpoint, url: endpoint.url + alone });
      handler = (commands, response, { url }) => {
        if (url === list) response.writeHead(status).end(body);
        else response.end(JSON.stringify(echo(commands[0])));
      };
      expect(await runs()).toEqual(KEYS.map(held));
      expect(paths()).toEqual([alone, alone, alone, list]);
      requests = [];
      expect(await runs()).toEqual(KEYS.map(held));
      expect(paths()).toEqual([alone, alone, alone]);
      port = upstashPort(endpoint);
    },
  );

  it("of one script is no list, and did nothing if its server cannot reach Redis", async () => {
    handler = (_, response) => response.writeHead(503, { "retry-after": "2" }).end('{"error":"ERR no Redis"}');
    expect(await runs(["one"])).toEqual([expect.objectContaining({ code: "REDIS_UNREACHABLE", retryAfterMs: 2_000 })]);
  });

  it("has at most a hundred scripts, and 262,144 characters unless one script is longer", async () => {
    handler = answering((replies) => replies);
    // They arrive in any order.
    const sizes = () => requests.map(({ commands }) => commands.length).toSorted((a, b) => b - a);
    const keys = Array.from({ length: 250 }, (_, at) => `key-${at}`);
    expect(await runs(keys)).toEqual(keys.map(held));
    expect(sizes()).toEqual([100, 100, 50]);
    requests = [];
    const long = [100_000, 100_000, 100_000, 300_000, 10].map((length, at) => `${at}${"x".repeat(length)}`);
    await runs(long);
    expect(sizes()).toEqual([2, 1, 1, 1]);
  });

  it("accepts a reply of 64 KiB for each of its scripts, and no more", async () => {
    const calls = await Promise.all(["a", "b", "c"].map((key) => echoCall(key, "held")));
    const all = (): Promise<unknown[]> =>
      Promise.all(calls.map((call) => port.run(call, LIMITS).catch((e: unknown) => e)));
    handler = answering(([first, second, third]) => [{ ...Object(first), x: "y".repeat(150_000) }, second, third]);
    expect(await all()).toEqual(["a", "b", "c"].map(held));
    handler = answering(([first, second, third]) => [{ ...Object(first), x: "y".repeat(200_000) }, second, third]);
    expect(await all()).toEqual([unknown, unknown, unknown]);
  });
});

describe("a caller that gives up", () => {
  it("before the request is sent is not part of it", async () => {
    handler = answering((replies) => replies);
    const stop = new AbortController();
    const [first, second] = await Promise.all(["first", "second"].map((key) => echoCall(key, "held")));
    if (first === undefined || second === undefined) throw new Error("no calls");
    const left = failure(port.run(first, { ...LIMITS, signal: stop.signal }), endpoint);
    const kept = port.run(second, LIMITS);
    stop.abort("enough");
    expect(await left).toMatchObject({ code: "ABORTED", cause: "enough" });
    expect(await kept).toEqual(held("second"));
    expect(requests).toMatchObject([{ commands: [{ 3: "second" }] }]);
  });

  it("leaves the others their answers, by its signal or its deadline", async () => {
    let answer = (): void => {};
    handler = (commands, response) => {
      answer = () => response.end(JSON.stringify(commands.map(echo)));
    };
    const stop = new AbortController();
    const [first, second, third] = await Promise.all(KEYS.map((key) => echoCall(key, "held")));
    if (first === undefined || second === undefined || third === undefined) throw new Error("no calls");
    const aborted = failure(port.run(first, { ...LIMITS, signal: stop.signal }), endpoint);
    const late = failure(port.run(second, { timeoutMs: 200 }), endpoint);
    const kept = port.run(third, LIMITS);
    await eventually(() => requests.length === 1);
    stop.abort();
    expect(await aborted).toMatchObject({ code: "ABORTED" });
    expect(await late).toMatchObject({ code: "OUTCOME_UNKNOWN", message: "no answer within 200 ms" });
    answer();
    expect(await kept).toEqual(held("third"));
  });

  it("as the last one ends the request", async () => {
    let isClosed = false;
    handler = (_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
    };
    const stop = new AbortController();
    const [first, second] = await Promise.all(["first", "second"].map((key) => echoCall(key, "held")));
    if (first === undefined || second === undefined) throw new Error("no calls");
    const aborted = failure(port.run(first, { ...LIMITS, signal: stop.signal }), endpoint);
    const late = failure(port.run(second, { timeoutMs: 300 }), endpoint);
    await eventually(() => requests.length === 1);
    stop.abort();
    await aborted;
    expect(isClosed).toBe(false);
    expect(await late).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    await eventually(() => isClosed);
  });
});
