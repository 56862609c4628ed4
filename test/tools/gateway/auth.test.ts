// Tokens: the full one, the read-only one, and none.

import { describe, expect, it } from "vitest";
import { RedisLink } from "../../../src/tools/gateway/redis-link.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { ask, ownGateway, send } from "./support.ts";

const WRONG = "WRONGPASS invalid or missing auth token";
const SEE = "See https://docs.upstash.com/redis/troubleshooting/http_unauthorized for details.";

const gateway = await ownGateway({ token: "full-token", readOnlyToken: "reader" });
const [shared, other] = [await ownGateway(), await ownGateway()];
const reader = { headers: { authorization: "Bearer reader" } };
await send(gateway, ["SET", "key", "value"]);

describe("a request", () => {
  it.each(["Bearer wrong", "Bearer ", "Bearer full-tokenx", "Bearer full-toke", "full-token", "Basic full-token"])(
    "without the token is answered with 401: %j",
    async (authorization) => {
      const answer = await ask(gateway, "/get/key", { headers: { authorization } });
      expect([answer.status, answer.body]).toEqual([401, { error: `${WRONG}. ${SEE}` }]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    },
  );

  it("needs the token on every path of the protocol", async () => {
    for (const path of ["/", "/pipeline", "/multi-exec", "/subscribe/c", "/psubscribe/c", "/get/key"]) {
      const response = await fetch(`${gateway.url}${path}`, { method: "POST", body: "[]" });
      expect([path, response.status]).toEqual([path, 401]);
      await response.body?.cancel();
    }
  });

  it("with the token as the _token parameter is refused on every path, with an error that says what to do", async () => {
    for (const path of ["/get/key", "/set/key/x", "/__witness", "/__counters"]) {
      const response = await fetch(`${gateway.url}${path}?_token=full-token`);
      const error = `${WRONG}: send it as an Authorization header, or start the gateway with --query-token to allow ?_token=`;
      expect([path, response.status, await response.json()]).toEqual([path, 401, { error }]);
    }
    // With a header, the parameter is not an argument either.
    expect((await ask(gateway, "/get/key?_token=full-token")).body).toEqual({ result: "value" });
  });

  it("may have the _token parameter at a gateway with that option", async () => {
    const lenient = await ownGateway({ queryToken: true });
    const answerTo = (path: string) => fetch(`${lenient.url}${path}`).then((response) => response.json());
    expect(await answerTo(`/set/key/value?_token=${lenient.token}`)).toEqual({ result: "OK" });
    expect(await answerTo(`/get/key?_token=${lenient.readOnlyToken}`)).toEqual({ result: "value" });
    expect(await answerTo("/get/key?_token=wrong")).toEqual({ error: `${WRONG}. ${SEE}` });
    expect(await answerTo(`/__counters?_token=${lenient.token}`)).toMatchObject({ requests: 3 });
  });

  it("needs a long random token by default", () => {
    expect(gateway.token).toBe("full-token");
    expect(shared.token).not.toBe(other.token);
    for (const { token, readOnlyToken } of [shared, other]) {
      expect(token).toMatch(/^[\w-]{32,}$/);
      expect(readOnlyToken).toMatch(/^[\w-]{32,}$/);
    }
  });

  it("may write the word Bearer in any case", async () => {
    expect((await ask(gateway, "/get/key", { headers: { authorization: "bearer full-token" } })).status).toBe(200);
  });
});

describe("the read-only token", () => {
  it.each([
    ["GET", "key"],
    ["TTL", "key"],
    ["STRLEN", "key"],
    ["DUMP", "key"],
    ["EXISTS", "key"],
  ])("reads: %s", async (...command) => {
    const answer = await send(gateway, command, "/", reader);
    expect([answer.status, answer.body]).toEqual([200, { result: expect.anything() }]);
  });

  it("reads by a script", async () => {
    const answer = await send(gateway, ["EVAL_RO", "return redis.call('GET', KEYS[1])", 1, "key"], "/", reader);
    expect([answer.status, answer.body]).toEqual([200, { result: "value" }]);
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
    ["CLIENT", "LIST"],
    ["INFO"],
  ])("is refused %s", async (...command) => {
    const answer = await send(gateway, command, "/", reader);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: `NOPERM this user has no permissions to run the '${String(command[0]).toLowerCase()}' command or its subcommand`,
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

describe("the token of a user of Redis' access control list", onlyRedis("users with few rights"), () => {
  const asks = (...words: string[]) => send(gateway, ["ACL", "RESTTOKEN", ...words]);

  it("is the same each time, and has the rights of the user", async () => {
    const link = await RedisLink.connect(gateway.redisUrl);
    await link.send(["ACL", "SETUSER", "anna", "on", ">secret", "~own:*", "&own:*", "+get", "+set", "+subscribe"]);
    link.close();
    const { body } = await asks("anna", "secret");
    const { body: again } = await asks("anna", "secret");
    expect(again).toEqual(body);
    const { result } = body as { result: string };
    const anna = { headers: { authorization: `Bearer ${result}` } };
    expect((await send(gateway, ["SET", "own:key", "x"], "/", anna)).body).toEqual({ result: "OK" });
    expect((await ask(gateway, "/get/own:key", anna)).body).toEqual({ result: "x" });
    for (const command of [
      ["GET", "key"],
      ["DEL", "own:key"],
    ]) {
      const answer = await send(gateway, command, "/", anna);
      expect([answer.status, answer.body]).toEqual([400, { error: expect.stringMatching(/^NOPERM/) }]);
    }
    const refused = await ask(gateway, "/subscribe/other", { ...anna, method: "POST" });
    expect([refused.status, refused.body]).toEqual([400, { error: expect.stringMatching(/^NOPERM/) }]);
  });

  it("opens no stream when Redis no longer has the user", async () => {
    const link = await RedisLink.connect(gateway.redisUrl);
    await link.send(["ACL", "SETUSER", "bert", "on", ">secret", "&own:*", "+subscribe"]);
    const { result } = (await asks("bert", "secret")).body as { result: string };
    await link.send(["ACL", "DELUSER", "bert"]);
    link.close();
    const headers = { authorization: `Bearer ${result}` };
    const refused = await ask(gateway, "/subscribe/own:channel", { method: "POST", headers });
    expect([refused.status, refused.body]).toEqual([400, { error: expect.stringMatching(/^WRONGPASS/) }]);
  });

  it("needs the right password", async () => {
    const answer = await asks("nobody", "secret");
    const error = 'ERR Wrong password or user "nobody" does not exist';
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect((await asks("nobody")).status).toBe(400);
  });
});
