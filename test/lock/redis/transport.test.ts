// Replies of a server between us and Redis. A nil, a wrong shape, a cut or foreign reply is never a grant, and the
// token goes only to the configured host.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isLockError } from "../../../src/index.ts";
import { acquireCall } from "../../../src/lock/lua/lock.ts";
import type { HoldId } from "../../../src/lock/protocol.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { runUntilAnswered } from "../../../src/lock/retry.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { BackgroundWork } from "../../support/wait-until.ts";

const TOKEN = "canary-5ecret";
const hold: HoldId = { key: "k", owner: "o:1", holdId: "o:1", ownerIsNew: true, leaseMs: 1_000 };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
let handler: Handler;
let requests = 0;
/** The words of the latest request. */
let words: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    requests += 1;
    words = JSON.parse((await request.toArray()).join(""));
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = 0;
});

async function acquire(answer: Handler, timeoutMs = 2_000): Promise<unknown> {
  handler = answer;
  return upstashPort({ url, token: TOKEN }).run(acquireCall(hold, true), { timeoutMs });
}

function json(status: number, body: unknown): Handler {
  return (_, response) => response.writeHead(status, { "content-type": "application/json" }).end(named(body));
}

/** Replaces NONCE in a body by the nonce of the request. */
function named(body: unknown): string {
  return JSON.stringify(body).replaceAll('"NONCE"', JSON.stringify(words[3 + Number(words[2])]));
}

function raw(status: number, body: string): Handler {
  return (_, response) => response.writeHead(status, { "content-type": "text/html" }).end(body);
}

async function failure(answer: Handler, timeoutMs?: number): Promise<unknown> {
  const error: unknown = await acquire(answer, timeoutMs).then(
    (reply) => ({ resolvedTo: reply }),
    (caught: unknown) => caught,
  );
  if (isLockError(error)) {
    expect(`${error.message}${error.stack}${JSON.stringify(error)}${String(error.cause)}`).not.toContain(TOKEN);
  }
  return error;
}

describe("a client", () => {
  it("accepts a valid grant", async () => {
    const granted = await acquire(json(200, { result: ["held", "NONCE", 1, 1_000, ""] }));
    expect(granted).toEqual({ kind: "held", holdCount: 1, remainingMs: 1_000, epoch: "" });
    expect(requests).toBe(1);
  });

  it.each([
    ["a grant without a number", ["held", "NONCE", "1", 1_000, ""]],
    ["a grant with half a number", ["held", "NONCE", 1, 0.5, ""]],
    ["a short grant", ["held", "NONCE", 1]],
    ["a grant with an object", ["held", "NONCE", 1, 1_000, {}]],
    ["another kind", ["granted", "NONCE", 1, 1_000, ""]],
    ["an unknown end", ["ended", "NONCE", "freed"]],
  ])("refuses to read %s", async (_, result) => {
    expect(await failure(json(200, { result }))).toMatchObject({ code: "UNEXPECTED_REPLY" });
  });

  it("refuses a body that is too large", async () => {
    const large = raw(200, `{"result":["held","o:1",1,1000,""],"x":"${"y".repeat(70_000)}"}`);
    expect(await failure(large)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  });

  it("refuses a body that is too large when decompressed, although its Content-Length is small", async () => {
    const bomb = gzipSync(JSON.stringify({ result: ["held", "o:1", 1, 1_000, ""], x: "y".repeat(1_000_000) }));
    const answer: Handler = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-length": bomb.length }).end(bomb);
    expect(bomb.length).toBeLessThan(5_000);
    expect(await failure(answer)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(requests).toBe(1);
  });

  it("reads no more than the Content-Length of an answer says", async () => {
    const more: Handler = (request) => {
      const body = named({ result: ["held", "NONCE", 1, 1_000, ""] });
      const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
      request.socket.end(`${head}${body}${"z".repeat(200_000)}`);
    };
    expect(await acquire(more)).toMatchObject({ kind: "held" });
    const less: Handler = (request) => {
      const body = named({ result: ["held", "NONCE", 1, 1_000, ""] });
      request.socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length + 1}\r\n\r\n${body}`);
    };
    expect(await failure(less)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  });

  it("reports unreachable for 503, and for a Redis that is loading", async () => {
    expect(await failure(json(503, { error: "ERR no Redis" }))).toMatchObject({ code: "REDIS_UNREACHABLE" });
    for (const word of ["LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "READONLY", "NOREPLICAS", "MISCONF", "OOM"]) {
      const error = await failure(json(400, { error: `${word} not now` }));
      expect(error).toMatchObject({ code: "REDIS_UNREACHABLE", redisCode: word });
    }
    for (const word of ["MOVED", "NOPERM", "NOAUTH"]) {
      expect(await failure(json(400, { error: `${word} no` }))).toMatchObject({
        code: "REDIS_REFUSED",
        redisCode: word,
      });
    }
  });

  it("reports a refusal only if the error says that the script did nothing", async () => {
    const refusals = [
      "NOPERM no NOTHING_WRITTEN",
      "ERR no NOTHING_WRITTEN",
      "ERR max requests limit exceeded",
      "NOPERM no",
    ];
    for (const error of refusals) {
      const { code, outcome, message } = Object(await failure(json(400, { error })));
      expect({ code, outcome }).toEqual({ code: "REDIS_REFUSED", outcome: "not-done" });
      expect(message).not.toContain("NOTHING_WRITTEN");
    }
    // A refusal of a command in the middle, a text that no Redis has today, and one that no script of ours gives.
    for (const error of ["NOPERM no SOMETHING_WRITTEN", "OOM no SOMETHING_WRITTEN", "ERR no", "WRONGTYPE no", "no"]) {
      const { code, outcome, message } = Object(await failure(json(400, { error })));
      expect({ code, outcome }).toEqual({ code: "OUTCOME_UNKNOWN", outcome: "unknown" });
      expect(message).not.toContain("SOMETHING_WRITTEN");
    }
  });

  it.each([200, 400, 401, 403, 422, 500, 503])(
    "takes what a script may have written for no refusal with the status %i, nor where a server has added words",
    async (status) => {
      for (const added of ["", " ", ".", " script: 0a1b, on @user_script:1.", ', command was: ["EVALSHA"]']) {
        const answer = json(status, { error: `NOPERM no SOMETHING_WRITTEN${added}` });
        expect(await failure(answer)).toMatchObject({ code: "OUTCOME_UNKNOWN", outcome: "unknown" });
      }
    },
  );

  it("does not accept NOSCRIPT as an answer to the text of a script", async () => {
    expect(await failure(json(400, { error: "NOSCRIPT No matching script." }))).toMatchObject({
      code: "UNEXPECTED_REPLY",
    });
    expect(requests).toBe(2);
  });

  it("reports a refusal, with the word of Redis, whatever the status", async () => {
    const quota = { error: `ERR max requests limit exceeded for ${TOKEN}` };
    expect(await failure(json(400, quota))).toMatchObject({ code: "REDIS_REFUSED", redisCode: "ERR", httpStatus: 400 });
    const atTheCut = { error: `ERR ${"x".repeat(190)} ${TOKEN}` };
    expect(String(await failure(json(400, atTheCut)))).not.toContain("canary");
    expect(await failure(json(200, { error: "NOPERM x" }))).toMatchObject({ redisCode: "NOPERM", httpStatus: 200 });
    expect(await failure(json(401, { error: "WRONGPASS" }))).toMatchObject({ redisCode: "WRONGPASS", httpStatus: 401 });
    expect(await failure(raw(404, "<html>"))).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 404 });
  });
});

describe("attempts", () => {
  const limits = { timeoutMs: 500, budgetMs: 2_000, subject: { act: "acquire", name: "x" } };
  const port = () => upstashPort({ url, token: TOKEN });

  it("that end in a refusal are unknown when an earlier one may have run", async () => {
    handler = (request, response) => {
      if (requests === 1) request.socket.destroy();
      else json(400, { error: "ERR max requests limit exceeded" })(request, response);
    };
    const error: unknown = await runUntilAnswered(port(), acquireCall(hold, true), limits).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ code: "OUTCOME_UNKNOWN", cause: { code: "REDIS_REFUSED" } });
    expect(requests).toBe(2);
  });

  it("are four at most, and end at a refusal", async () => {
    handler = raw(429, "slow down");
    await expect(runUntilAnswered(port(), acquireCall(hold, true), limits)).rejects.toMatchObject({
      code: "OUTCOME_UNKNOWN",
    });
    expect(requests).toBe(4);
    requests = 0;
    handler = json(401, { error: "WRONGPASS" });
    await expect(runUntilAnswered(port(), acquireCall(hold, true), limits)).rejects.toMatchObject({
      code: "REDIS_REFUSED",
    });
    expect(requests).toBe(1);
  });

  it("respect Retry-After, in seconds or as a date, and stop when that is too long", async () => {
    for (const headers of [
      { "retry-after": "1" },
      { "retry-after": "Wed, 18 Nov 2026 10:00:01 GMT", date: "Wed, 18 Nov 2026 10:00:00 GMT" },
    ]) {
      requests = 0;
      const times: number[] = [];
      handler = (_, response) => {
        times.push(performance.now());
        const done = times.length === 2;
        response.writeHead(done ? 200 : 429, done ? {} : headers);
        response.end(done ? named({ result: ["busy", "NONCE", 5] }) : "");
      };
      await runUntilAnswered(port(), acquireCall(hold, true), limits);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(999);
    }
    requests = 0;
    handler = (_, response) => response.writeHead(503, { "retry-after": "30" }).end(JSON.stringify({ error: "ERR" }));
    const tooLong = runUntilAnswered(port(), acquireCall(hold, true), limits);
    await expect(tooLong).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", retryAfterMs: 30_000 });
    expect(requests).toBe(1);
  });

  it("of one whole acquire are six at most, with the cancel; a refused one cancels nothing", async () => {
    const lock = createLocks({ redis: { url, token: TOKEN } }).lock("x");
    handler = raw(429, "slow down");
    await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(requests).toBe(6);
    requests = 0;
    handler = json(401, { error: "WRONGPASS" });
    await expect(lock.tryAcquire()).rejects.toMatchObject({ code: "REDIS_REFUSED" });
    expect(requests).toBe(1);
  });

  it("pass the cancel to the context of withLock", async () => {
    const background = new BackgroundWork();
    const stop = new AbortController();
    handler = () => stop.abort();
    const lock = createLocks({ redis: { url, token: TOKEN } }).lock("x");
    const used = lock.withLock(() => 1, { context: background, signal: stop.signal });
    await expect(used).rejects.toMatchObject({ code: "ABORTED" });
    expect(background.promises).toHaveLength(1);
  });
});

describe("a connection", () => {
  it("with a body cut at any byte gives no reply", async () => {
    const body = JSON.stringify({ result: ["held", "NONCE", 1, 1_000, ""] });
    for (let length = 0; length < body.length; length += 1) {
      const cut: Handler = (request, response) => {
        response.writeHead(200, { "content-length": body.length });
        response.write(body.slice(0, length));
        response.flushHeaders();
        setImmediate(() => request.socket.destroy());
      };
      expect(await failure(cut)).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    }
  });

  it("is not made to a port that fetch blocks: nothing was sent", async () => {
    const blocked = upstashPort({ url: "http://127.0.0.1:9", token: TOKEN });
    await expect(blocked.run(acquireCall(hold, true), { timeoutMs: 2_000 })).rejects.toMatchObject({
      code: "REDIS_UNREACHABLE",
      message: expect.stringContaining("cannot be reached (bad port)"),
    });
  });

  it("follows no redirect: no other host gets the token", async () => {
    let elsewhere = 0;
    const other = createServer((_, response) => {
      elsewhere += 1;
      response.end(JSON.stringify({ result: ["held", "NONCE", 1, 1_000, ""] }));
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    for (const status of [301, 302, 303, 307, 308]) {
      const redirect: Handler = (_, response) => response.writeHead(status, { location }).end();
      expect(await failure(redirect)).toMatchObject({ code: "REDIS_REFUSED" });
    }
    other.close();
    expect(elsewhere).toBe(0);
  });
});

// The last test, because its release continues in the background.
it("leaves the scope long before the lease ends when the server does not answer", async () => {
  const leaseMs = 600_000;
  const lock = createLocks({ redis: { url, token: TOKEN }, leaseMs }).lock("x");
  handler = (request, response) => {
    // The acquire is granted, and no later request is answered.
    if (requests === 1) json(200, { result: ["held", "NONCE", 1, leaseMs, ""] })(request, response);
  };
  // Whether the lock was lost is unknown: the hold was valid until the function ended.
  expect(await lock.withLock(() => 7)).toBe(7);
});
