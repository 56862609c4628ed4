// DELEX … IFEQ and SET … IFEQ, which Upstash has, and Redis from 8.4 on.

import { expect, it } from "vitest";
import { ownGateway, send } from "./support.ts";

const [gateway, without] = await Promise.all([ownGateway(), ownGateway({ compares: false })]);

async function answer(...command: (string | number)[]): Promise<unknown> {
  return (await send(gateway, command)).body;
}

it("DELEX with IFEQ deletes a key that has this value, and no other", async () => {
  await answer("SET", "k", "a");
  expect(await answer("DELEX", "k", "IFEQ", "b")).toEqual({ result: 0 });
  expect(await answer("GET", "k")).toEqual({ result: "a" });
  expect(await answer("delex", "k", "ifeq", "a")).toEqual({ result: 1 });
  expect(await answer("DELEX", "k", "IFEQ", "a")).toEqual({ result: 0 });
});

it("SET with IFEQ sets a key that has this value, with its other options, and no other", async () => {
  await answer("SET", "s", "a");
  expect(await answer("SET", "s", "next", "IFEQ", "b", "PX", 60_000)).toEqual({ result: null });
  expect(await answer("SET", "missing", "next", "IFEQ", "b")).toEqual({ result: null });
  expect(await answer("SET", "s", "next", "IFEQ", "a", "PX", 60_000)).toEqual({ result: "OK" });
  expect(await answer("GET", "s")).toEqual({ result: "next" });
  const { body } = await send(gateway, ["PTTL", "s"]);
  expect(body).toEqual({ result: expect.any(Number) });
  expect(await answer("SET", "s", "IFEQ", "PX", 50_000, "ifeq", "next")).toEqual({ result: "OK" });
  expect(await answer("GET", "s")).toEqual({ result: "IFEQ" });
});

it("both refuse a key of another type, with Redis' own error", async () => {
  await answer("HSET", "h", "field", 1);
  const error = expect.stringMatching(/^WRONGTYPE /);
  expect(await answer("DELEX", "h", "IFEQ", "1")).toEqual({ error });
  expect(await answer("SET", "h", "x", "IFEQ", "1")).toEqual({ error });
  expect(await answer("HGET", "h", "field")).toEqual({ result: "1" });
});

it("wrong words get the error of Redis", async () => {
  await answer("SET", "k", "a");
  expect(await answer("SET", "k", "x", "IFEQ")).toEqual({ error: "ERR syntax error" });
  expect(await answer("SET", "k", "x", "IFEQ", "a", "NOPE")).toEqual({ error: expect.stringMatching(/syntax error/) });
  // A Redis before 8.4 knows no DELEX, and the engine does.
  expect(await answer("DELEX", "k", "IFEQ")).toEqual({ error: expect.stringMatching(/unknown command|syntax error/) });
  expect(await answer("SET", "k", "x", "IFEQ", "a", "PX", "x")).toEqual({
    error: expect.stringMatching(/not an integer/),
  });
});

it("work in a pipeline and a transaction, and a reader may not use them", async () => {
  const commands = [
    ["SET", "t", "a"],
    ["SET", "t", "b", "IFEQ", "a"],
    ["DELEX", "t", "IFEQ", "b"],
  ];
  const results = [{ result: "OK" }, { result: "OK" }, { result: 1 }];
  for (const path of ["/pipeline", "/multi-exec"]) expect((await send(gateway, commands, path)).body).toEqual(results);
  const headers = { authorization: `Bearer ${gateway.readOnlyToken}` };
  const refused = await send(gateway, ["DELEX", "t", "IFEQ", "b"], "/", { headers });
  expect(refused.body).toEqual({ error: expect.stringMatching(/^NOPERM /) });
});

it("are billed as one command each", async () => {
  await answer("SET", "b", "a");
  await gateway.resetCounters();
  for (const words of [
    ["SET", "b", "a", "IFEQ", "a", "PX", 60_000],
    ["SET", "b", "a", "IFEQ", "other"],
    ["DELEX", "b", "IFEQ", "other"],
    ["DELEX", "b", "IFEQ", "a"],
    ["DELEX", "h", "IFEQ", "a"],
  ]) {
    await answer(...words);
  }
  expect(await gateway.counters()).toMatchObject({ commands: 5, billed: 5 });
});

it("are what Redis says, without the option", async () => {
  await send(without, ["SET", "k", "a"]);
  expect((await send(without, ["DELEX", "k", "IFEQ", "a"])).body).toEqual({
    error: expect.stringMatching(/^ERR unknown command 'DELEX'/),
  });
  expect((await send(without, ["SET", "k", "b", "IFEQ", "a"])).body).toEqual({ error: "ERR syntax error" });
});
