// Refusals whose bodies did not arrive whole, and text of Redis with characters that a terminal would interpret.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks, type Lock } from "../../../src/index.ts";

type Answer = (response: ServerResponse) => void;

let answers: Answer[] = [];
let requests = 0;
let server: Server;
let lock: Lock;

/**
 * Answers with the next of `answers`, and then always with the last. A nonce in a reply is replaced by the request's.
 */
function answer(request: IncomingMessage, response: ServerResponse): void {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    requests += 1;
    const next = answers.length > 1 ? answers.shift() : answers[0];
    const [, , keys = "0", ...rest]: string[] = JSON.parse(body);
    response.setHeader("x-nonce", rest[Number(keys)] ?? "");
    next?.(response);
  });
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  lock = createLocks({ redis: { url, token: "canary-5ecret" } }).lock("x");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function whole(status: number, body: string): Answer {
  return (response) => response.writeHead(status).end(body);
}

const busy: Answer = (response) => {
  response.end(JSON.stringify({ result: ["busy", response.getHeader("x-nonce"), 5] }));
};

async function failure(...given: Answer[]): Promise<unknown> {
  answers = given;
  requests = 0;
  return lock.isLocked().then(
    (isLocked) => ({ isLocked }),
    (error: unknown) => error,
  );
}

it.each([400, 401, 403, 404, 413])(
  "a cut body of a %i is not a refusal, and the request is repeated",
  async (status) => {
    const body = JSON.stringify({ error: "WRONGPASS invalid or missing auth token" });
    for (const length of [0, 1, 2, 9, 10, body.length - 2, body.length - 1]) {
      answers = [whole(status, body.slice(0, length)), busy];
      requests = 0;
      expect(await lock.tryAcquire(), `${length} bytes`).toBeNull();
      expect(requests).toBe(2);
    }
    expect(await failure(whole(status, body.slice(0, 20)))).toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(requests).toBe(4);
  },
);

it("a whole body of a 401 and the like is a refusal; that of a 400 without the words of Redis is not", async () => {
  const bodies = ["Unauthorized", "<html>no</html>", '{"message":"Unauthorized"}', "[]", '"no"'];
  for (const body of bodies) {
    for (const status of [401, 403, 404, 405, 413, 414]) {
      expect(await failure(whole(status, body)), body).toMatchObject({ code: "REDIS_REFUSED", httpStatus: status });
    }
    expect(await failure(whole(400, body)), body).toMatchObject({ code: "OUTCOME_UNKNOWN" });
  }
  const empty: Answer = (response) => response.writeHead(401, { "content-length": 0 }).end();
  expect(await failure(empty)).toMatchObject({ code: "REDIS_REFUSED", httpStatus: 401 });
  expect(requests).toBe(1);
});

it("no reply is shown with characters that a terminal would interpret", async () => {
  const said = "DENIED \u001b[2J\u0007\r\nforged \u202eenil\u2066\u200b\u2028\u0085\u007f\u{e0001}end";
  for (const status of [400, 401, 500, 503]) {
    expect(String(await failure(whole(status, JSON.stringify({ error: said }))))).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u,
    );
  }
  const shown =
    "DENIED \\u001b[2J\\u0007\\u000d\\u000aforged \\u202eenil\\u2066\\u200b\\u2028\\u0085\\u007f\\udb40\\udc01end";
  const refused = await failure(whole(400, JSON.stringify({ error: said })));
  expect(refused).toMatchObject({ code: "REDIS_REFUSED", message: `cannot read lock "x": Redis refused: ${shown}` });
});
