// The REST protocol: paths, bodies, encodings, statuses.

import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { ErrorReply } from "@redis/client";
import { describe, expect, it } from "vitest";
import { RedisLink } from "../../../src/tools/gateway/redis-link.ts";
import { jsonResult } from "../../../src/tools/gateway/reply.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { ask, ownGateway, send } from "./support.ts";

const gateway = await ownGateway();

function unavailable(name: string): string {
  return `ERR Command is not available: '${name}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`;
}

describe("a command in the body", () => {
  it("answers 200 with the result", async () => {
    const answer = await send(gateway, ["SET", "body", "value"]);
    expect([answer.status, answer.body]).toEqual([200, { result: "OK" }]);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect((await send(gateway, ["get", "body"])).body).toEqual({ result: "value" });
  });

  it("answers null for nil and for a nil array", async () => {
    expect((await send(gateway, ["GET", "absent"])).text).toBe('{"result":null}');
    expect((await send(gateway, ["LPOP", "absent", 2])).text).toBe('{"result":null}');
  });

  it("keeps all digits of a 64-bit integer, in both directions", async () => {
    await ask(gateway, "/", { method: "POST", body: '["SET","big",9223372036854775806]' });
    expect((await send(gateway, ["INCR", "big"])).text).toBe('{"result":9223372036854775807}');
  });

  it("keeps all digits of 64-bit integers in arrays", onlyRedis("commands that the engine lacks"), async () => {
    const nested = await send(gateway, ["BITFIELD", "bits", "SET", "i64", 0, "-9007199254740993", "GET", "i64", 0]);
    expect(nested.text).toBe('{"result":[0,-9007199254740993]}');
  });

  it("passes numbers and booleans as they are written", async () => {
    await ask(gateway, "/", { method: "POST", body: '["RPUSH","written",1.50,true,-0,"x"]' });
    expect((await send(gateway, ["LRANGE", "written", 0, -1])).body).toEqual({ result: ["1.50", "true", "-0", "x"] });
  });

  it("encodes nested arrays with nil and errors inside", async () => {
    const script = "return {1, {redis.error_reply('ERR inner'), false, {}}, 'text', redis.status_reply('OK')}";
    const { body } = await send(gateway, ["EVAL", script, 0]);
    expect(body).toEqual({ result: [1, [{ error: "ERR inner" }, null, []], "text", "OK"] });
  });

  it.each([
    ["[", "JSON"],
    ["[]", "empty command"],
    ['[""]', "empty command"],
    ['["SET","k",{"a":1}]', 'unsupported arg type: "{": json.Delim'],
    ['["SET","k",["a"]]', 'unsupported arg type: "\\[": json.Delim'],
    ['["SET","k",null]', "null args are not supported"],
  ])("answers 400 to the body %s", async (body, word) => {
    const answer = await ask(gateway, "/", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(new RegExp(`^ERR .*${word}`)) });
  });

  it.each([
    ["{}", "expected JSON array"],
    ['"GET"', "expected JSON array"],
    ["", "EOF"],
  ])("answers 400 to the body %s in the words of Upstash's decoder", async (body, error) => {
    const answer = await ask(gateway, "/", { method: "POST", body });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  it("refuses a response of more than 10 MB, also of a pipeline", async () => {
    await send(gateway, ["SET", "half", "x".repeat(6_000_000)]);
    const twice = [
      ["GET", "half"],
      ["GET", "half"],
    ];
    const answer = await send(gateway, twice, "/pipeline");
    const error = expect.stringMatching(
      /^ERR max request size exceeded\. Limit: 10485760 bytes, Actual: 120000\d\d bytes\. See /,
    );
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });

  it("accepts 10 MB and refuses more", async () => {
    const answer = await send(gateway, ["SET", "huge", "x".repeat(10 * 1024 * 1024)]);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: expect.stringMatching(/^ERR max request size exceeded/) });
    expect((await send(gateway, ["SET", "large", "x".repeat(10_000_000)])).status).toBe(200);
    expect((await send(gateway, ["GET", "large"])).text).toHaveLength(10_000_000 + '{"result":""}'.length);
  });
});

describe("a failed command", () => {
  it("answers 400 with Redis's own words", async () => {
    await send(gateway, ["SET", "text", "abc"]);
    const answer = await send(gateway, ["INCR", "text"]);
    expect([answer.status, answer.body]).toEqual([400, { error: "ERR value is not an integer or out of range" }]);
  });

  it.each([
    // Unknown to Redis, or to Upstash.
    ["NO.SUCH a", "NO.SUCH"],
    ["SORT k", "SORT"],
    ["WAIT 1 0", "WAIT"],
    // Would change the server, or reach other servers.
    ["DEBUG SLEEP 1", "DEBUG"],
    ["SHUTDOWN", "SHUTDOWN"],
    ["SLAVEOF 10.0.0.1 6379", "SLAVEOF"],
    ["REPLICAOF 10.0.0.1 6379", "REPLICAOF"],
    ["MIGRATE 10.0.0.1 6379 k 0 1000", "MIGRATE"],
    ["BGSAVE", "BGSAVE"],
    ["SCRIPT KILL", "SCRIPT KILL"],
    // Would change the shared connection.
    ["SELECT 1", "SELECT"],
    ["QUIT", "QUIT"],
    ["PSYNC ? -1", "PSYNC"],
  ])("is refused as not available, in the words of Upstash: %s", isUnavailable);

  it.each([
    ["OBJECT ENCODING k", "OBJECT ENCODING"],
    // Would change the server, or reach other servers.
    ["CONFIG SET bind 0.0.0.0", "CONFIG SET"],
    ["config get *", "CONFIG GET"],
    ["MODULE LOAD /tmp/x.so", "MODULE LOAD"],
    ["ACL SETUSER default nopass", "ACL SETUSER"],
    ["CLUSTER MEET 10.0.0.1 6379", "CLUSTER MEET"],
    // Would change the shared connection, or block it.
    ["CLIENT reply off", "CLIENT REPLY"],
    ["CLIENT KILL TYPE normal", "CLIENT KILL"],
    ["BLPOP q 0", "BLPOP"],
    ["XREAD block 0 STREAMS s $", "XREAD"],
  ])(
    "is refused as not available, in the words of Upstash: %s",
    onlyRedis("commands that the engine lacks"),
    isUnavailable,
  );

  async function isUnavailable(line: string, name: string): Promise<void> {
    const answer = await send(gateway, line.split(" "));
    expect([answer.status, answer.body]).toEqual([400, { error: unavailable(name) }]);
    expect((await send(gateway, ["ECHO", "alive"])).body).toEqual({ result: "alive" });
  }

  it.each(["MULTI", "exec", "WATCH k", "MONITOR", "SUBSCRIBE c", "UNSUBSCRIBE", "HELLO 3", "RESET", "AUTH x"])(
    "has no place in a body, or a path of its own: %s",
    async (line) => {
      const words = line.split(" ");
      const answer = await send(gateway, words);
      const error = `ERR Command "${words[0]?.toUpperCase()}" is not allowed in REST or it has a special context path`;
      expect([answer.status, answer.body]).toEqual([400, { error }]);
      expect((await send(gateway, ["ECHO", "alive"])).body).toEqual({ result: "alive" });
    },
  );

  it.each([
    ["MEMORY", "USAGE", "text"],
    ["DELEX", "text"],
    ["DIGEST", "text"],
    ["SET", "text", "next", "IFNE", "abc"],
  ])(
    "is what Redis says, if Upstash documents the command: %s %s",
    onlyRedis("another answer than the engine's"),
    async (...command) => {
      await send(gateway, ["SET", "text", "abc"]);
      const link = await RedisLink.connect(gateway.redisUrl);
      const ofRedis = await link.send(command as [string, ...string[]]);
      link.close();
      await send(gateway, ["SET", "text", "abc"]);
      const answer = await send(gateway, command);
      if (ofRedis instanceof ErrorReply)
        expect([answer.status, answer.body]).toEqual([400, { error: ofRedis.message }]);
      else expect([answer.status, answer.body]).toEqual([200, { result: jsonResult(ofRedis, "utf8") }]);
    },
  );

  it("quotes only the beginning of an unknown command", async () => {
    const { body } = await send(gateway, ["X".repeat(10_000)]);
    expect(body).toEqual({ error: unavailable("X".repeat(128)) });
  });

  it.each([
    "MIGRATE 127.0.0.1 1 k 0 100",
    "CONFIG GET bind",
    "REPLICAOF NO ONE",
    "ACL WHOAMI",
    "DEBUG SLEEP 1",
    "SHUTDOWN",
    "MODULE LIST",
    "SWAPDB 0 1",
    "CLIENT KILL TYPE normal",
  ])("is refused in a script, too: %s", async (line) => {
    const { status, body } = await send(gateway, ["EVAL", "return redis.call(unpack(ARGV))", 0, ...line.split(" ")]);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: expect.stringMatching(/can't run this command|not allowed from script|the engine lacks it/),
    });
  });

  it("accepts WITHTYPE as an option of SCAN alone, not as the value of one", async () => {
    await send(gateway, ["SET", "WITHTYPE", 1]);
    const { body } = await send(gateway, ["SCAN", 0, "COUNT", 1000, "MATCH", "WITHTYPE"]);
    expect(body).toEqual({ result: ["0", ["WITHTYPE"]] });
    const typed = await send(gateway, ["scan", 0, "match", "WITHTYPE", "withtype", "count", 1000]);
    expect(typed.body).toEqual({ result: ["0", ["WITHTYPE", "string"]] });
    const wrong = await send(gateway, ["SCAN", 0, "WITHTYPE", "COUNT"]);
    expect([wrong.status, wrong.body]).toEqual([400, { error: "ERR syntax error" }]);
  });

  it(
    "reads streams that do not block, even one called BLOCK",
    onlyRedis("commands that the engine lacks"),
    async () => {
      await send(gateway, ["XADD", "BLOCK", "1-1", "field", "value"]);
      const { body } = await send(gateway, ["XREAD", "COUNT", 5, "STREAMS", "BLOCK", "0"]);
      expect(body).toEqual({ result: [["BLOCK", [["1-1", ["field", "value"]]]]] });
    },
  );
});

describe("path style", () => {
  it("takes the command from the path", async () => {
    expect((await ask(gateway, "/set/path/bar/EX/100")).body).toEqual({ result: "OK" });
    expect((await ask(gateway, "/get/path")).body).toEqual({ result: "bar" });
    expect((await ask(gateway, "/ttl/path")).body).toEqual({ result: 100 });
  });

  it("puts the body after the path and the query after the body", async () => {
    await ask(gateway, "/set/json?EX=100&NX", { method: "PUT", body: '{"a":1}' });
    expect((await ask(gateway, "/get/json")).body).toEqual({ result: '{"a":1}' });
    expect((await ask(gateway, "/ttl/json")).body).toEqual({ result: 100 });
    expect((await ask(gateway, "/set/json?NX=", { method: "POST", body: "again" })).body).toEqual({ result: null });
  });

  it("takes keys and values of any bytes", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const encoded = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    await ask(gateway, `/set/${encoded}/${encoded}`);
    const base64 = { headers: { "upstash-encoding": "base64" } };
    expect((await ask(gateway, `/get/${encoded}`, base64)).body).toEqual({ result: bytes.toString("base64") });
    await ask(gateway, "/set/raw", { method: "POST", body: bytes });
    expect((await ask(gateway, "/get/raw", base64)).body).toEqual({ result: bytes.toString("base64") });
    expect((await ask(gateway, "/strlen/raw")).body).toEqual({ result: 256 });
  });

  it("keeps empty arguments and encoded slashes", async () => {
    await ask(gateway, "/rpush/parts/a//b%2Fc/+?x+y=1%2B1");
    expect((await ask(gateway, "/lrange/parts/0/-1")).body).toEqual({ result: ["a", "", "b/c", "+", "x y", "1+1"] });
  });

  it("takes a slash at the end for no argument, and for the same path", async () => {
    expect((await ask(gateway, "/get/")).status).toBe(400);
    expect((await send(gateway, [["ECHO", "x"]], "/pipeline/")).body).toEqual([{ result: "x" }]);
  });

  it("takes the absolute form of a target, which a proxy sends", async () => {
    await send(gateway, ["SET", "absolute", "x"]);
    const { port } = new URL(gateway.url);
    const headers = { authorization: `Bearer ${gateway.token}`, host: `127.0.0.1:${port}` };
    const request = httpRequest({ port, path: `${gateway.url}/get/absolute`, headers, agent: false });
    request.end();
    const [response] = await once(request, "response");
    expect(await text(response)).toBe('{"result":"x"}');
  });

  it("answers 400 to a broken escape", async () => {
    expect((await ask(gateway, "/get/%zz")).status).toBe(400);
  });
});

describe("methods", () => {
  it("executes HEAD and answers without a body", async () => {
    const answer = await ask(gateway, "/set/head/1", { method: "HEAD" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect((await ask(gateway, "/get/head")).body).toEqual({ result: "1" });
  });

  it.each(["DELETE", "PATCH", "OPTIONS"])("answers 405 to %s", async (method) => {
    const answer = await ask(gateway, "/get/x", { method });
    expect([answer.status, answer.text, answer.headers.get("allow")]).toEqual([405, "", "HEAD, GET, POST, PUT"]);
  });
});

describe("base64", () => {
  const base64 = { headers: { "upstash-encoding": "base64" } };

  it("encodes every string but a command's own OK", async () => {
    expect((await send(gateway, ["SET", "b", "OK"], "/", base64)).body).toEqual({ result: "OK" });
    expect((await send(gateway, ["ECHO", "é"], "/", base64)).body).toEqual({ result: "w6k=" });
    expect((await send(gateway, ["MGET", "b", "absent"], "/", base64)).body).toEqual({ result: ["T0s=", null] });
    expect((await send(gateway, ["GET", "b"], "/", base64)).body).toEqual({ result: "T0s=" });
    expect((await send(gateway, ["TYPE", "b"], "/", base64)).body).toEqual({ result: "c3RyaW5n" });
    const pipeline = await send(
      gateway,
      [
        ["SET", "b", "1"],
        ["INCR", "b"],
        ["GET", "b"],
      ],
      "/pipeline",
      base64,
    );
    expect(pipeline.body).toEqual([{ result: "OK" }, { result: 2 }, { result: "Mg==" }]);
  });

  it("replaces bytes that are not UTF-8 when it is not asked for", async () => {
    await ask(gateway, "/set/bad/%ff%fe");
    expect((await ask(gateway, "/get/bad")).body).toEqual({ result: "��" });
  });

  it.each([
    [{ "upstash-encoding": "hex" }, "/", "ERR unknown encoding 'hex'"],
    [{ "upstash-response-format": "xml" }, "/", "ERR unknown response format 'xml'"],
    [
      { "upstash-response-format": "resp2", "upstash-encoding": "base64" },
      "/",
      "ERR the response format resp2 has no encoding",
    ],
    [
      { "upstash-response-format": "resp2" },
      "/multi-exec",
      "ERR the response format resp2 is not available for /multi-exec",
    ],
  ])("or another format is refused where Upstash has none: %j %s", async (headers, path, error) => {
    const answer = await send(gateway, path === "/" ? ["PING"] : [["PING"]], path, { headers });
    expect([answer.status, answer.body]).toEqual([400, { error }]);
  });
});

describe("RESP2", () => {
  const headers = { "upstash-response-format": "resp2" };
  const bytesOf = async (body: unknown, path = "/") => {
    const authorization = `Bearer ${gateway.token}`;
    const init = { method: "POST", body: JSON.stringify(body), headers: { ...headers, authorization } };
    const response = await fetch(`${gateway.url}${path}`, init);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    return [response.status, Buffer.from(await response.arrayBuffer()).toString("latin1")];
  };

  it.each([
    [["SET", "resp", "OK"], 200, "+OK\r\n"],
    [["GET", "resp"], 200, "$2\r\nOK\r\n"],
    [["GET", "absent"], 200, "$-1\r\n"],
    [["STRLEN", "resp"], 200, ":2\r\n"],
    [["MGET", "resp", "absent"], 200, "*2\r\n$2\r\nOK\r\n$-1\r\n"],
    [["EVAL", "return redis.error_reply('ERR inner')", 0], 400, "-ERR inner\r\n"],
  ])("is the protocol of Redis: %j", async (command, status, bytes) => {
    expect(await bytesOf(command)).toEqual([status, bytes]);
  });

  it("of a pipeline has one reply after the other", async () => {
    expect(
      await bytesOf(
        [
          ["ECHO", "x"],
          ["INCR", "n"],
        ],
        "/pipeline",
      ),
    ).toEqual([200, "$1\r\nx\r\n:1\r\n"]);
  });
});

describe("pipeline and multi-exec", () => {
  it("answers each command of a pipeline, failed ones too", async () => {
    const commands = [["SET", "p", "x"], ["INCR", "p"], ["SELECT", 1], ["NOPE"], ["GET", "p"]];
    const { status, body } = await send(gateway, commands, "/pipeline");
    expect(status).toBe(200);
    expect(body).toEqual([
      { result: "OK" },
      { error: "ERR value is not an integer or out of range" },
      { error: unavailable("SELECT") },
      { error: unavailable("NOPE") },
      { result: "x" },
    ]);
  });

  it("runs a transaction to its end when a command fails", async () => {
    const { status, body } = await send(
      gateway,
      [
        ["SET", "m", "x"],
        ["INCR", "m"],
        ["APPEND", "m", "y"],
      ],
      "/multi-exec",
    );
    expect(status).toBe(200);
    expect(body).toEqual([{ result: "OK" }, { error: "ERR value is not an integer or out of range" }, { result: 2 }]);
  });

  it.each([{ bad: ["NOPE"] }, { bad: ["SELECT", 1] }, { bad: ["GET"] }])(
    "discards a transaction with $bad as a whole",
    async ({ bad }) => {
      const { status, body } = await send(gateway, [["SET", "discarded", "x"], bad], "/multi-exec");
      expect(status).toBe(400);
      expect(body).toEqual({ error: expect.any(String) });
      expect((await send(gateway, ["GET", "discarded"])).body).toEqual({ result: null });
    },
  );

  it("keeps transactions whole among parallel requests", async () => {
    const transactions = Array.from({ length: 30 }, () =>
      send(
        gateway,
        [
          ["INCR", "whole"],
          ["INCR", "whole"],
        ],
        "/multi-exec",
      ),
    );
    const others = Array.from({ length: 30 }, () => send(gateway, ["INCR", "whole"]));
    const bodies = await Promise.all([...transactions, ...others]).then((answers) =>
      answers.slice(0, 30).map(({ text }) => text),
    );
    for (const body of bodies) {
      const [first, second] = body.match(/\d+/g) ?? [];
      expect(Number(second)).toBe(Number(first) + 1);
    }
  });

  it.each([["/pipeline"], ["/multi-exec"]])("answers 400 to a %s that is not an array of commands", async (path) => {
    for (const body of ["[]", "{}", '["GET","x"]', "[[]]", "nonsense", ""]) {
      const answer = await ask(gateway, path, { method: "POST", body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  });
});

describe("sync token", () => {
  it("comes with every answer, errors included, and grows", async () => {
    const tokens: string[] = [];
    for (const command of [["SET", "sync", 1], ["NOPE"], ["SET", "sync", 2]]) {
      const sent = { "upstash-sync-token": tokens.at(-1) ?? "" };
      tokens.push((await send(gateway, command, "/", { headers: sent })).headers.get("upstash-sync-token") ?? "");
    }
    expect(tokens).toEqual([...new Set(tokens)].sort());
    expect(tokens).not.toContain("");
    const refused = await ask(gateway, "/get/x", { headers: { authorization: "Bearer wrong" } });
    expect(refused.headers.get("upstash-sync-token")).toBeTruthy();
  });
});

describe("a client that disconnects in the middle of its body", () => {
  it("affects no other client", async () => {
    const request = httpRequest(gateway.url, { method: "POST", headers: { "content-length": 100 } });
    request.on("error", () => {});
    request.write('["SET"');
    await new Promise<void>((resolve) => request.once("socket", (socket) => socket.once("connect", resolve)));
    request.destroy();
    expect((await send(gateway, ["PING"])).body).toEqual({ result: "PONG" });
  });
});
