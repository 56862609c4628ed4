// Faults of the reply: another one, a part of it, or that of another request.

import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FaultRule, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { ask, begin, dropped, ownGateway, receive, send, witnessed } from "./support.ts";

const gateway = await ownGateway();
beforeEach(async () => {
  gateway.clearWitness();
  await gateway.resetCounters();
});
afterEach(() => gateway.faults.clear());

const set = (...rules: FaultRule[]) => gateway.faults.set({ seed: 1, rules });
const marks = () => gateway.witness().map(({ command, faulted }) => [command[0], faulted]);

describe("reply", () => {
  it("replaces Redis' reply by an error or a result, and executes nothing", async () => {
    set({ fault: "reply", error: "OOM not now", command: "SET" }, { fault: "reply", result: [1, "2"], command: "GET" });
    const refused = await send(gateway, ["SET", "unexecuted", 1]);
    expect([refused.status, refused.body]).toEqual([400, { error: "OOM not now" }]);
    expect((await send(gateway, ["GET", "unexecuted"])).body).toEqual({ result: [1, "2"] });
    gateway.faults.clear();
    expect((await send(gateway, ["GET", "unexecuted"])).body).toEqual({ result: null });
    expect(marks()).toEqual([["GET", undefined]]);
  });

  it("is that of each command of a pipeline, and null without a result", async () => {
    set({ fault: "reply", executes: true, request: 1 }, { fault: "reply", error: "ERR no", request: 2 });
    const both = [
      ["SET", "of-reply", 1],
      ["INCR", "of-reply"],
    ];
    expect((await send(gateway, both, "/pipeline")).body).toEqual([{ result: null }, { result: null }]);
    const refused = await send(gateway, both, "/pipeline");
    expect([refused.status, refused.body]).toEqual([200, [{ error: "ERR no" }, { error: "ERR no" }]]);
    expect((await send(gateway, ["GET", "of-reply"])).body).toEqual({ result: "2" });
    expect(marks()).toEqual([
      ["SET", "reply"],
      ["INCR", "reply"],
      ["GET", undefined],
    ]);
  });

  it("refuses a stream by an error", async () => {
    set({ fault: "reply", error: "NOPERM no channels" });
    const refused = await ask(gateway, "/subscribe/channel");
    expect([refused.status, refused.body]).toEqual([400, { error: "NOPERM no channels" }]);
  });

  it.each([
    [{ error: "ERR no", result: 1 }, "rules[0].result"],
    [{ error: "" }, "rules[0].error"],
    [{ error: "ERR\r\nno" }, "rules[0].error"],
  ])("is refused with %j", async (more, place) => {
    const body = JSON.stringify({ rules: [{ fault: "reply", ...more }] });
    const refused = await ask(gateway, "/__faults", { method: "PUT", body });
    expect([refused.status, Object(refused.body).error]).toEqual([400, expect.stringContaining(`'${place}'`)]);
  });
});

describe("answer", () => {
  it("replaces the real reply, and executes nothing", async () => {
    const body = "<html><h1>502 Bad Gateway</h1></html>";
    set({ fault: "answer", status: 502, contentType: "text/html", body, times: 1 });
    const answer = await receive(gateway, ["SET", "unexecuted", 1]);
    expect(answer).toMatchObject({ status: 502, text: body, isWhole: true });
    expect(answer.headers).toMatchObject({ "content-type": "text/html", "content-length": `${body.length}` });
    expect(answer.headers).not.toHaveProperty("upstash-sync-token");
    expect((await send(gateway, ["GET", "unexecuted"])).body).toEqual({ result: null });
    expect(marks()).toEqual([["GET", undefined]]);
    expect(await gateway.counters()).toMatchObject({ requests: 2, commands: 1, billed: 1 });
  });

  it("executes first when the rule says so, and the witness marks the executed command", async () => {
    set({ fault: "answer", status: 503, executes: true, command: "SET" });
    expect(await receive(gateway, ["SET", "executed", 1])).toMatchObject({ status: 503, text: "" });
    expect((await send(gateway, [["SET", "executed", 2]], "/multi-exec")).status).toBe(503);
    expect((await send(gateway, ["GET", "executed"])).body).toEqual({ result: "2" });
    expect(marks()).toEqual([
      ["SET", "answer"],
      ["SET", "answer"],
      ["GET", undefined],
    ]);
  });

  it("may be a success that did not happen", async () => {
    set({ fault: "answer", status: 200, body: '{"error":"ERR max daily request limit exceeded"}' });
    expect((await ask(gateway, "/get/x")).body).toEqual({ error: "ERR max daily request limit exceeded" });
  });

  it("may have Retry-After or a redirect", async () => {
    set(
      { fault: "answer", status: 429, retryAfter: 2, request: 1 },
      { fault: "answer", status: 503, retryAfter: "Fri, 31 Dec 1999 23:59:59 GMT", request: 2 },
      { fault: "answer", status: 307, location: "/elsewhere", request: 3 },
    );
    const heads = [];
    for (let n = 0; n < 3; n++) heads.push(await receive(gateway, ["PING"]));
    expect(heads.map(({ status, headers }) => [status, headers["retry-after"] ?? headers.location])).toEqual([
      [429, "2"],
      [503, "Fri, 31 Dec 1999 23:59:59 GMT"],
      [307, "/elsewhere"],
    ]);
  });

  it("replaces a stream, which is not opened", async () => {
    set({ fault: "answer", status: 503, command: "SUBSCRIBE", executes: true });
    const answer = await ask(gateway, "/subscribe/refused", { method: "POST" });
    expect([answer.status, answer.text]).toEqual([503, ""]);
    expect((await gateway.counters()).openStreams).toBe(0);
  });
});

describe("cut-body", () => {
  it("sends the given number of bytes of the announced length, and closes", async () => {
    set({ fault: "cut-body", atByte: 9 });
    const answer = await receive(gateway, ["ECHO", "some text"]);
    expect(answer).toMatchObject({ status: 200, text: '{"result"', isWhole: false });
    expect(answer.headers).toMatchObject({ "content-type": "application/json; charset=utf-8", "content-length": "22" });
    await dropped(send(gateway, ["ECHO", "some text"]));
    expect(marks()).toEqual([
      ["ECHO", "cut-body"],
      ["ECHO", "cut-body"],
    ]);
  });

  it("may send the headers alone, or a whole body", async () => {
    set({ fault: "cut-body", atByte: 0, request: 1 }, { fault: "cut-body", atByte: 17, request: 2 });
    expect(await receive(gateway, ["PING"])).toMatchObject({ status: 200, text: "", isWhole: false });
    expect(await receive(gateway, ["PING"])).toMatchObject({ status: 200, text: '{"result":"PONG"}', isWhole: true });
  });

  it("may send many bytes before it closes", async () => {
    const atByte = 5_000_000;
    set({ fault: "cut-body", atByte });
    const answer = await receive(gateway, ["ECHO", "x".repeat(atByte + 1)]);
    expect([answer.text.length, answer.isWhole]).toEqual([atByte, false]);
  });
});

describe("stall-body", () => {
  it("sends the given number of bytes and then nothing, until the gateway closes", async () => {
    const other = await startGateway({ redisUrl: gateway.redisUrl });
    other.faults.set({ seed: 1, rules: [{ fault: "stall-body", atByte: 5, times: 1 }] });
    const stalled = await begin(other, ["ECHO", "some text"]);
    const [bytes] = await once(stalled, "data");
    expect(String(bytes)).toBe('{"res');
    stalled.once("data", () => expect.unreachable("more than it may send"));
    expect((await send(other, ["PING"])).status).toBe(200);
    expect([stalled.complete, stalled.socket.destroyed]).toEqual([false, false]);
    expect(other.witness()[0]).toMatchObject({ faulted: "stall-body", reply: "some text" });
    const ended = once(stalled, "error");
    await other.close();
    await ended;
    expect(stalled.complete).toBe(false);
  });

  it("ends when the client disconnects", async () => {
    set({ fault: "stall-body", atByte: 0, times: 1 });
    const leave = new AbortController();
    const left = send(gateway, ["PING"], "/", { signal: leave.signal });
    await eventually(() => gateway.faults.state().requests === 1);
    leave.abort();
    await expect(left).rejects.toThrow("aborted");
    expect((await send(gateway, ["PING"])).status).toBe(200);
  });

  it("does not affect a shorter body, and the connection continues", async () => {
    set({ fault: "stall-body", atByte: 17 });
    for (let n = 0; n < 3; n++) expect((await send(gateway, ["PING"])).body).toEqual({ result: "PONG" });
    for (let n = 0; n < 2; n++) expect((await ask(gateway, "/ping", { method: "HEAD" })).status).toBe(200);
    set({ fault: "stall-body", atByte: 0 });
    for (let n = 0; n < 2; n++) expect((await ask(gateway, "/ping", { method: "HEAD" })).status).toBe(200);
  });
});

describe("replay-reply", () => {
  const source = "return { ARGV[1], redis.call('INCR', KEYS[1]) }";
  const runOf = async (key: string, nonce: string, hold: string) => {
    const sha1 = (await send(gateway, ["SCRIPT", "LOAD", source])).body;
    return (await send(gateway, ["EVALSHA", Object(sha1).result, 1, key, nonce, "owner", hold])).body;
  };

  it("gives a run the reply to the previous one of the same hold, and executes it", async () => {
    set({ fault: "replay-reply", command: "EVALSHA", request: [4, 8] });
    expect(await runOf("replayed", "n1", "h")).toEqual({ result: ["n1", 1] });
    expect(await runOf("replayed", "n2", "h")).toEqual({ result: ["n1", 1] });
    expect(await runOf("replayed", "n3", "h")).toEqual({ result: ["n3", 3] });
    // The other hold has no previous one.
    expect(await runOf("replayed", "n4", "other")).toEqual({ result: ["n4", 4] });
  });

  it("gives each command of a pipeline the reply to the previous one of its hold, if there was one", async () => {
    const loaded = (await send(gateway, ["SCRIPT", "LOAD", source])).body;
    const run = (nonce: string, hold: string) => ["EVALSHA", Object(loaded).result, 1, "piped", nonce, "owner", hold];
    set({ fault: "replay-reply", request: 2 });
    expect((await send(gateway, [run("n1", "a"), run("n2", "b")], "/pipeline")).body).toEqual([
      { result: ["n1", 1] },
      { result: ["n2", 2] },
    ]);
    expect((await send(gateway, [run("n3", "new"), run("n4", "b")], "/pipeline")).body).toEqual([
      { result: ["n3", 3] },
      { result: ["n2", 2] },
    ]);
    expect((await send(gateway, run("n5", "b"))).body).toEqual({ result: ["n5", 5] });
  });
});

describe("swap-replies", () => {
  const echo = async (text: string) => (await send(gateway, ["ECHO", text])).body;

  it("gives two requests each other's reply", async () => {
    set({ fault: "swap-replies", delayMs: 10_000, command: "ECHO" });
    const executed = witnessed(gateway, ({ reply }) => reply === "a");
    const first = echo("a");
    await executed;
    expect((await send(gateway, ["PING"])).body).toEqual({ result: "PONG" });
    expect(await echo("b")).toEqual({ result: "a" });
    expect(await first).toEqual({ result: "b" });
    expect(marks()).toEqual([
      ["ECHO", "swap-replies"],
      ["PING", undefined],
      ["ECHO", "swap-replies"],
    ]);
  });

  it("continues with the next two", async () => {
    set({ fault: "swap-replies", delayMs: 10_000 });
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const echoed = async (n: number) => (await send(gateway, ["INCRBY", `swapped:${n}`, n])).body;
    const partners = (await Promise.all(numbers.map(echoed))).map((body) => {
      return numbers.findIndex((n) => JSON.stringify(body) === JSON.stringify({ result: n }));
    });
    // A swap is mutual: the partner of my partner is me.
    expect(partners.map((partner) => partners[partner])).toEqual(numbers);
    expect(partners.filter((partner, n) => partner === n)).toEqual([]);
  });

  it("sends a reply to its own request when no other came in time", async () => {
    set({ fault: "swap-replies", delayMs: 60 });
    const startMs = performance.now();
    expect(await echo("alone")).toEqual({ result: "alone" });
    expect(performance.now() - startMs).toBeGreaterThan(58);
    expect(await Promise.all([echo("a"), echo("b")])).toEqual([{ result: "b" }, { result: "a" }]);
  });

  it("keeps the requests of two rules separate", async () => {
    set(
      { fault: "swap-replies", delayMs: 10_000, request: [1, 3] },
      { fault: "swap-replies", delayMs: 10_000, request: [2, 4] },
    );
    const replies = [];
    for (const text of ["a", "b", "c", "d"]) {
      const executed = witnessed(gateway, ({ reply }) => reply === text);
      replies.push(echo(text));
      await executed;
    }
    expect(await Promise.all(replies)).toEqual(["c", "d", "a", "b"].map((result) => ({ result })));
  });
});

describe("several faults of one reply", () => {
  it("may combine a late request with a lost reply", async () => {
    set({ fault: "drop-reply" }, { fault: "delay", delayMs: 60 });
    const startMs = performance.now();
    await dropped(send(gateway, ["PING"]));
    expect(performance.now() - startMs).toBeGreaterThan(58);
    expect(marks()).toEqual([["PING", "drop-reply"]]);
  });

  it("give the reply of the later rule", async () => {
    set({ fault: "answer", status: 500, executes: true }, { fault: "answer", status: 502 });
    expect((await send(gateway, ["PING"])).status).toBe(502);
    expect(marks()).toEqual([]);
  });

  it("may swap a reply and cut it", async () => {
    set(
      { fault: "cut-body", atByte: 3 },
      { fault: "stall-body", atByte: 1 },
      { fault: "swap-replies", delayMs: 10_000 },
      { fault: "answer", status: 502, body: "first", request: 1 },
    );
    const [first, second] = await Promise.all([receive(gateway, ["PING"]), receive(gateway, ["PING"])]);
    const [bad, good] = first.status === 502 ? [first, second] : [second, first];
    expect(bad).toMatchObject({ status: 502, text: "fir", isWhole: false });
    expect(good).toMatchObject({ status: 200, text: '{"r', isWhole: false });
  });

  it("do not cut a lost reply", async () => {
    set({ fault: "drop-reply" }, { fault: "cut-body", atByte: 3 });
    await expect(receive(gateway, ["PING"])).rejects.toThrow("socket hang up");
    expect(marks()).toEqual([["PING", "drop-reply"]]);
  });
});
