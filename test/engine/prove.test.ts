// `prove(port)` of leasehound/testing/port: what it finds over ports that keep the contract, and over ports that break
// it. The database is the engine, in this process.
import { expect, it } from "vitest";
import { Engine } from "../../src/engine/engine.ts";
import { type Finding, NothingProvedError, type Proof, prove } from "../../src/engine/port-contract/index.ts";
import { createTestLocks } from "../../src/engine/testing/index.ts";
import { answer, engineTransport } from "../../src/engine/transport.ts";
import { RedisRefusedError, RedisUnreachableError } from "../../src/index.ts";
import type { RunLimits, ScriptCall } from "../../src/lock/protocol.ts";
import { commandPort } from "../../src/lock/redis/command-sender.ts";
import type { RedisPort } from "../../src/lock/redis/port.ts";
import { type CommandTransport, scriptPort } from "../../src/lock/redis/script-port.ts";

// A whole proof takes 15 s, and longer on a busy machine.
const WHOLE = { timeout: 120_000 };

/** Returns a new engine, and a port to it that sends only scripts. `changes`: what its transport does differently. */
function engineWith(changes: (transport: CommandTransport) => Partial<CommandTransport> = () => ({})): {
  readonly engine: Engine;
  readonly port: RedisPort;
} {
  const engine = new Engine({ compares: true });
  const transport = engineTransport(engine);
  return { engine, port: scriptPort({ ...transport, ...changes(transport) }) };
}

function keysOf(engine: Engine): unknown {
  return answer(engine, ["KEYS", "*"]);
}

/** Returns the names of the findings with this health. */
function named({ findings }: Proof, health: Finding["health"]): string[] {
  return findings.filter((finding) => finding.health === health).map(({ check }) => check);
}

it("finds nothing on the engine, and leaves no key", WHOLE, async () => {
  const engine = new Engine({ compares: true });
  const proof = await prove(commandPort(engineTransport(engine)), { flushScripts: true });
  expect(proof.findings.filter(({ health }) => health !== "ok")).toEqual([]);
  expect(proof).toMatchObject({ isWell: true, isComplete: true, requests: expect.any(Number) });
  expect(proof.findings.length).toBeGreaterThan(30);
  expect(keysOf(engine)).toEqual({ result: [] });
});

it("finds nothing on the database of a test, which counts no question of its own", WHOLE, async () => {
  const { findings } = await prove(createTestLocks().redis.port, { flushScripts: true });
  expect(findings.filter(({ health }) => health !== "ok")).toEqual([]);
});

it("asks all but single commands over a port that sends only scripts", WHOLE, async () => {
  const { engine, port } = engineWith();
  const proof = await prove(port);
  expect([named(proof, "problem"), named(proof, "warning")]).toEqual([[], []]);
  expect(named(proof, "unknown")).toEqual([
    ...["a known script", "key locking", "DELEX", "SET with IFEQ", "reads after writes"],
    ...["forgotten scripts", "the bill of a cycle"],
  ]);
  expect(keysOf(engine)).toEqual({ result: [] });
});

it("keeps all keys of a cluster's port in one slot", WHOLE, async () => {
  const keys = new Set<string>();
  const { port } = engineWith(({ send }) => ({
    isCluster: true,
    send(command, limits) {
      for (const key of command.slice(3, 3 + Number(command[2]))) keys.add(key);
      return send(command, limits);
    },
  }));
  const proof = await prove(port);
  expect([named(proof, "problem"), named(proof, "warning")]).toEqual([[], []]);
  expect(new Set([...keys].map((key) => /\{(prove-[^}]+)\}/.exec(key)?.[1])).size).toBe(1);
});

it("finds a port that has no streams, and one that loses their messages", WHOLE, async () => {
  const without = engineWith(() => ({ follow: async () => "unsupported" }));
  const losing = engineWith(({ follow }) => ({
    follow: (channel, { onSubscribed }, signal) => follow(channel, { onSubscribed, onMessage: () => {} }, signal),
  }));
  const [none, lost] = await Promise.all([prove(without.port), prove(losing.port)]);
  const waking = ["a stream", "a stream by pattern", "a woken waiter", "a woken fair waiter"];
  expect(named(none, "warning")).toEqual(expect.arrayContaining([...waking, "counted listeners"]));
  expect(named(lost, "warning")).toEqual(waking);
  expect([named(none, "problem"), named(lost, "problem")]).toEqual([[], []]);
  expect(none.findings.find(({ check }) => check === "a stream")).toEqual({
    check: "a stream",
    health: "warning",
    found: "no stream was opened",
    means: expect.stringContaining("they poll"),
    advice: expect.stringContaining("allow SUBSCRIBE"),
  });
});

it("finds a port that changes messages", WHOLE, async () => {
  const { port } = engineWith(({ follow }) => ({
    follow(channel, listener, signal) {
      const onMessage: typeof listener.onMessage = (payload, waiter) => listener.onMessage(`${payload} `, waiter);
      return follow(channel, { onSubscribed: () => listener.onSubscribed(), onMessage }, signal);
    },
  }));
  expect(named(await prove(port), "problem")).toEqual(["a stream", "a stream by pattern"]);
});

it("finds no harm in a network that doubles requests", WHOLE, async () => {
  const { port } = engineWith(({ send }) => ({
    async send(command, limits) {
      await send(command, limits);
      return send(command, limits);
    },
  }));
  const proof = await prove(port);
  expect([named(proof, "problem"), named(proof, "warning")]).toEqual([[], []]);
});

it("finds a port that grants locks which are held", WHOLE, async () => {
  const { port } = engineWith(({ send }) => ({
    async send(command, limits) {
      const answered = await send(command, limits);
      const [kind, nonce] = "result" in answered && Array.isArray(answered.result) ? answered.result : [];
      return kind === "busy" ? { result: ["held", nonce, 1, 15_000, "1", "1"] } : answered;
    },
  }));
  const proof = await prove(port);
  expect(proof.isWell).toBe(false);
  expect(named(proof, "problem")).toEqual(expect.arrayContaining(["exclusion of lock", "exclusion of the others"]));
});

it("finds a port that does not send a script whole, and makes no check that needs locks", WHOLE, async () => {
  const transport = engineTransport(new Engine({ compares: true }));
  const port = commandPort({
    ...transport,
    async send(command, limits) {
      const answered = await transport.send(command, limits);
      return "error" in answered && command[0] === "EVALSHA" ? { error: "ERR it is not known" } : answered;
    },
  });
  const proof = await prove(port);
  expect(named(proof, "problem")).toEqual(expect.arrayContaining(["an unknown script", "each kind of lock"]));
  expect(proof.findings.find(({ check }) => check === "exclusion of lock")).toEqual({
    check: "exclusion of lock",
    health: "unknown",
    found: "not tried, because locks do not work here",
  });
});

it("rejects where nothing can be proved", WHOLE, async () => {
  const refusing = engineWith(() => ({ send: async () => ({ error: "NOPERM no scripts for you" }) }));
  await expect(prove(refusing.port)).rejects.toBeInstanceOf(RedisRefusedError);
  const away = engineWith(() => ({ send: () => Promise.reject(new RedisUnreachableError("nobody is there")) }));
  await expect(prove(away.port)).rejects.toBeInstanceOf(RedisUnreachableError);
  const full = new Engine({ compares: true });
  const transport = engineTransport(full);
  const port = commandPort({
    ...transport,
    send: (command, limits) =>
      command[0] === "SET" ? Promise.resolve({ error: "OOM command not allowed" }) : transport.send(command, limits),
  });
  const error: unknown = await prove(port).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NothingProvedError);
  expect(error).toMatchObject({ code: "FULL", message: expect.stringContaining("free memory") });
});

it("says that a database went away in the middle", WHOLE, async () => {
  let sent = 0;
  const { port } = engineWith(({ send }) => ({
    send(command, limits) {
      sent += 1;
      if (sent > 100) throw new RedisUnreachableError("it went away");
      return send(command, limits);
    },
  }));
  await expect(prove(port)).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
});

it("ends at its signal with ABORTED, and deletes its keys", WHOLE, async () => {
  const { engine, port } = engineWith();
  const stop = new AbortController();
  let runs = 0;
  const run = <Reply>(call: ScriptCall<Reply>, limits: RunLimits): Promise<Reply> => {
    runs += 1;
    if (runs === 200) stop.abort("enough");
    return port.run(call, limits);
  };
  const proof = prove({ ...port, run }, { signal: stop.signal });
  await expect(proof).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
  expect(keysOf(engine)).toEqual({ result: [] });
  await expect(prove(port, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
});

it.each([
  ["no database", undefined, undefined, "redis"],
  ["something else as database", { url: 5 }, undefined, "redis.url"],
  ["an option that is none", engineWith().port, { flush: true }, "flush"],
  ["flushScripts that is no boolean", engineWith().port, { flushScripts: "yes" }, "flushScripts"],
  ["a signal that is none", engineWith().port, { signal: 5 }, "signal"],
])("refuses %s, and names the option", async (_, redis, options, option) => {
  const error: unknown = await Reflect.apply(prove, undefined, [redis, options]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "INVALID_OPTION", option });
});
