// Tokens: the full one, the read-only one, and none.

import { describe, expect, it } from "vitest";
import { ask, ownGateway, send } from "./support.ts";

const gateway = await ownGateway({ token: "full-token", readOnlyToken: "reader" });
const reader = { headers: { authorization: "Bearer reader" } };
await send(gateway, ["SET", "key", "value"]);

describe("the token", () => {
  it.each(["Bearer wrong", "Bearer ", "Bearer full-tokenx", "Bearer full-toke", "full-token", "Basic full-token"])(
    "answers 401 to %j",
    async (authorization) => {
      const answer = await ask(gateway, "/get/key", { headers: { authorization } });
      expect([answer.status, answer.body]).toEqual([401, { error: "WRONGPASS invalid or missing auth token" }]);
    },
  );

  it("is asked for on every path of the protocol", async () => {
    for (const path of ["/", "/pipeline", "/multi-exec", "/subscribe/c", "/psubscribe/c", "/get/key"]) {
      const response = await fetch(`${gateway.url}${path}`, { method: "POST", body: "[]" });
      expect([path, response.status]).toEqual([path, 401]);
      await response.body?.cancel();
    }
  });

  it("may come as the _token parameter, which is no argument", async () => {
    const response = await fetch(`${gateway.url}/get/key?_token=full-token`);
    expect(await response.json()).toEqual({ result: "value" });
    expect((await fetch(`${gateway.url}/get/key?_token=wrong`)).status).toBe(401);
  });

  it("takes the word Bearer in any case", async () => {
    expect((await ask(gateway, "/get/key", { headers: { authorization: "bearer full-token" } })).status).toBe(200);
  });
});

describe("the read-only token", () => {
  it.each([
    ["GET", "key"],
    ["TTL", "key"],
    ["OBJECT", "ENCODING", "key"],
    ["MEMORY", "USAGE", "key"],
    ["EVAL_RO", "return redis.call('GET', KEYS[1])", 1, "key"],
    ["EXISTS", "key"],
  ])("reads: %s", async (...command) => {
    const answer = await send(gateway, command, "/", reader);
    expect([answer.status, answer.body]).toEqual([200, { result: expect.anything() }]);
  });

  it.each([
    ["SET", "key", "x"],
    ["GETDEL", "key"],
    ["GETEX", "key", "EX", 1],
    ["EVAL", "return 1", 0],
    ["SCRIPT", "FLUSH"],
    ["PUBLISH", "c", "m"],
    ["FLUSHALL"],
    ["KEYS", "*"],
    ["SCAN", 0],
    ["CONFIG", "GET", "*"],
    ["NO.SUCH"],
  ])("is refused %s", async (...command) => {
    const answer = await send(gateway, command, "/", reader);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `NOPERM this user has no permissions to run the '${String(command[0]).toLowerCase()}' command`,
    });
    expect((await send(gateway, ["GET", "key"])).body).toEqual({ result: "value" });
  });

  it("cannot write from a read-only script either", async () => {
    const answer = await send(gateway, ["EVAL_RO", "return redis.call('SET', KEYS[1], 1)", 1, "key"], "/", reader);
    expect(answer.status).toBe(400);
    expect((await send(gateway, ["GET", "key"])).body).toEqual({ result: "value" });
  });

  it("is refused single commands of a pipeline, and a transaction as a whole", async () => {
    const commands = [
      ["GET", "key"],
      ["SET", "key", "x"],
      ["STRLEN", "key"],
    ];
    const pipeline = await send(gateway, commands, "/pipeline", reader);
    expect(pipeline.body).toEqual([{ result: "value" }, { error: expect.stringMatching(/^NOPERM/) }, { result: 5 }]);
    const transaction = await send(gateway, commands, "/multi-exec", reader);
    expect([transaction.status, transaction.body]).toEqual([400, { error: expect.stringMatching(/^NOPERM/) }]);
  });

  it("is refused streams", async () => {
    const answer = await ask(gateway, "/subscribe/c", { ...reader, method: "POST" });
    expect([answer.status, answer.body]).toEqual([400, { error: expect.stringMatching(/^NOPERM .*'subscribe'/) }]);
  });
});
