// The checks of `leasehound prove` find each lie of a database: one server for each family that breaks its promise.
import { afterAll, beforeAll, expect, it } from "vitest";
import { BILL } from "../../../src/engine/prove/bill.ts";
import type { Check, Outcome } from "../../../src/engine/prove/check.ts";
import { CLOCKS } from "../../../src/engine/prove/clocks.ts";
import { EXCLUSION } from "../../../src/engine/prove/exclusion.ts";
import { LEASES } from "../../../src/engine/prove/leases.ts";
import { portsOf } from "../../../src/engine/prove/prove.ts";
import { REPEATS } from "../../../src/engine/prove/repeats.ts";
import { EACH_KIND, FORGOTTEN, SCRIPTS } from "../../../src/engine/prove/scripts.ts";
import { STREAMS } from "../../../src/engine/prove/streams.ts";
import { TestedDatabase } from "../../../src/engine/prove/tested-database.ts";
import { WAKING } from "../../../src/engine/prove/wakes.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Lies, type ProxiedAnswer, startLiar } from "../../support/lying-proxy.ts";
import { command, type Endpoint } from "../../support/rest.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

/** Runs a family, and returns the outcome of each check. */
async function outcomesOf(family: readonly Check[], endpoint: Endpoint): Promise<Record<string, Outcome>> {
  const keys = new Set<string>();
  const database = new TestedDatabase({
    newPort: portsOf(endpoint),
    host: "127.0.0.1",
    mayFlush: true,
    onKey: (key) => keys.add(key),
  });
  try {
    const outcomes: Record<string, Outcome> = {};
    for (const { name, run } of family) {
      outcomes[name] = await run(database).catch((error: unknown): Outcome => {
        return { health: "problem", found: String(error) };
      });
    }
    return outcomes;
  } finally {
    await database.end();
    if (keys.size > 0) await command(gateway, "DEL", ...keys);
  }
}

/** The same, through a server that lies. */
async function outcomesThrough(family: readonly Check[], lies: Lies): Promise<Record<string, Outcome>> {
  await using liar = await startLiar(gateway, lies);
  return await outcomesOf(family, liar);
}

/** The health of each check. */
function health(outcomes: Record<string, Outcome>): Record<string, string> {
  return Object.fromEntries(Object.entries(outcomes).map(([name, outcome]) => [name, outcome.health]));
}

/** Changes the result of an answer. */
function changed(answer: ProxiedAnswer, change: (result: unknown) => unknown): ProxiedAnswer {
  return "result" in answer.body ? { ...answer, body: { result: change(answer.body.result) } } : answer;
}

it("through a proxy that changes nothing, the checks pass", async () => {
  for (const family of [[...SCRIPTS, EACH_KIND, FORGOTTEN], REPEATS, STREAMS, WAKING, BILL]) {
    const outcomes = await outcomesThrough(family, {});
    expect(new Set(Object.values(health(outcomes))), JSON.stringify(outcomes)).toEqual(new Set(["ok"]));
  }
});

it("exclusion: finds a database that grants a lock which is held", async () => {
  const grant = (result: unknown): unknown =>
    Array.isArray(result) && result[0] === "busy" ? ["held", result[1], 1, 15_000, "1", "1"] : result;
  const outcomes = await outcomesThrough(EXCLUSION, { answer: (_, answer) => changed(answer, grant) });
  expect(outcomes).toMatchObject({
    "exclusion of lock": { health: "problem", found: expect.stringMatching(/^lock: \d+ of \d+ visits overlapped/) },
    "exclusion of the others": { health: "problem", found: expect.stringContaining("fairLock: ") },
  });
});

it("exclusion: finds tokens that do not rise", async () => {
  const fixed = (result: unknown): unknown =>
    Array.isArray(result) && result[0] === "held" && result.length === 6 ? [...result.slice(0, 5), "7"] : result;
  const tokens = EXCLUSION.filter(({ name }) => name === "fencing tokens");
  const outcomes = await outcomesThrough(tokens, { answer: (_, answer) => changed(answer, fixed) });
  expect(outcomes["fencing tokens"]).toEqual({ health: "problem", found: "the tokens do not rise: 7, 7, 7, 7, 7" });
});

it("repeats: finds a database that forgets which requests it has carried out", async () => {
  const outcomes = await outcomesThrough(REPEATS, {
    answer: async (words, answer) => {
      const records = words.filter((word) => /^leasehound:[^:]*:(owner|record|request):/.test(word));
      if (records.length > 0) await command(gateway, "DEL", ...records);
      return answer;
    },
  });
  expect(health(outcomes)).toMatchObject({
    "a repeated acquire": "problem",
    "a late acquire": "problem",
    "a refused attempt": "problem",
    "repeated counts": "problem",
  });
});

it("repeats: finds wrong counts of holds", async () => {
  const twice = (result: unknown): unknown =>
    Array.isArray(result) && result[0] === "status" ? [...result.slice(0, 3), Number(result[3]) + 1] : result;
  const outcomes = await outcomesThrough(REPEATS, { answer: (_, answer) => changed(answer, twice) });
  expect(outcomes["a repeated acquire"]?.found).toContain("lock: two copies of an acquire count as 2 holds");
});

it("leases: finds keys that expire too early", async () => {
  const outcomes = await outcomesThrough(LEASES, {
    command: (words) => words.map((word) => (word === "1000" || word === "1500" ? "300" : word)),
  });
  expect(health(outcomes)).toEqual({ "the end of a lease": "problem", "a renewed lease": "problem" });
});

it("streams: finds messages that are lost, and listeners that are not counted", async () => {
  let messages = 0;
  const uncounted = (result: unknown): unknown => (Array.isArray(result) ? [...result.slice(0, 2), 0] : result);
  const outcomes = await outcomesThrough([...STREAMS, ...WAKING], {
    passes: (line) => !/^data: p?message/.test(line) || ++messages % 3 === 0,
    answer: (words, answer) =>
      changed(answer, (result) => (words[4]?.includes("listeners") ? uncounted(result) : result)),
  });
  expect(health(outcomes)).toMatchObject({
    "a stream": "warning",
    "a stream by pattern": "warning",
    "a woken waiter": "warning",
    "counted listeners": "warning",
  });
});

it("streams: finds a server that has none", async () => {
  gateway.faults.set({
    seed: 1,
    rules: ["SUBSCRIBE", "PSUBSCRIBE"].map((name) => ({ fault: "answer", status: 404, command: name })),
  });
  const outcomes = await outcomesOf([...STREAMS, ...WAKING], gateway);
  gateway.faults.clear();
  expect(new Set(Object.values(health(outcomes)))).toEqual(new Set(["warning"]));
  expect(outcomes["a stream"]?.found).toBe("no stream was opened");
});

it("scripts: finds refusals, replies and errors that arrive as something else", async () => {
  const outcomes = await outcomesThrough([...SCRIPTS, EACH_KIND], {
    answer: (_, { status, body }) => {
      if (body.error !== undefined)
        return { status, body: { error: `Failed to execute: ${body.error.replace("NOSCRIPT", "")}` } };
      return changed({ status, body }, (result) => (Array.isArray(result) ? result.map(String) : result));
    },
  });
  expect(health(outcomes)).toMatchObject({
    "an unknown script": "problem",
    "replies of scripts": "problem",
    "each kind of lock": "problem",
  });
});

it("scripts: says whether key locking works, and finds a server that accepts it for some scripts only", async () => {
  const keyLocking = SCRIPTS.filter(({ name }) => name === "key locking");
  await using locking = await startGateway({ redisUrl: gateway.redisUrl, keyLocking: true });
  const works = await outcomesOf(keyLocking, locking);
  expect(works["key locking"]).toEqual({
    health: "ok",
    found:
      "accepted, and works for 8 kinds; other keys are refused; createLocks uses it by itself at an address of Upstash, elsewhere with `keyLocking: true`",
  });
  const refused: ProxiedAnswer = { status: 400, body: { error: "ERR the script is refused" } };
  await using liar = await startLiar(locking, {
    answer: (words, answer) => (words[0] === "EVALSHA" ? refused : answer),
  });
  expect(await outcomesOf(keyLocking, liar)).toMatchObject({ "key locking": { health: "warning" } });
  const unknown: ProxiedAnswer = { status: 400, body: { error: "NOSCRIPT No matching script." } };
  const dynamic: ProxiedAnswer = { status: 400, body: { error: "ERR Dynamic keys are not allowed in Lua scripts" } };
  await using stricter = await startLiar(locking, {
    answer([word, text = "", count], answer) {
      if (word === "EVALSHA") return unknown;
      return word === "EVAL" && text.startsWith("#!lua") && count !== "1" ? dynamic : answer;
    },
  });
  const found = "accepted, but not in scripts of locks: they run one at a time";
  expect(await outcomesOf(keyLocking, stricter)).toMatchObject({ "key locking": { health: "warning", found } });
});

it("scripts: finds a comparison that does not compare", async () => {
  const outcomes = await outcomesThrough(SCRIPTS, {
    command: (words) => {
      if (words[0] === "DELEX") return ["DEL", String(words[1])];
      return words[3] === "IFEQ" ? words.slice(0, 3) : words;
    },
  });
  expect(health(outcomes)).toMatchObject({ DELEX: "warning", "SET with IFEQ": "warning" });
});

it("clocks: finds a clock that is wrong, too fast, or another one in scripts", async () => {
  const startedAt = performance.now();
  const shifted = (words: readonly string[], result: unknown): unknown => {
    if (!Array.isArray(result)) return result;
    if (words[0] === "TIME") return [String(Number(result[0]) + 3_600), result[1]];
    const [kind, nonce, time] = result;
    const gained = Math.floor((performance.now() - startedAt) / 1_000);
    return Array.isArray(time) ? [kind, nonce, [String(Number(time[0]) + gained), time[1]]] : result;
  };
  const outcomes = await outcomesThrough(CLOCKS, {
    answer: (words, answer) => changed(answer, (result) => shifted(words, result)),
  });
  expect(health(outcomes)).toMatchObject({
    "the clock": "warning",
    "the rate of the clock": "problem",
    "TIME in a script": "problem",
  });
});

it("bill: finds a server that runs each command twice, and one that does not tell", async () => {
  gateway.faults.set({ seed: 1, rules: [{ fault: "duplicate" }] });
  const twice = await outcomesOf(BILL, gateway);
  gateway.faults.clear();
  expect(twice["the bill of a cycle"]).toMatchObject({
    health: "warning",
    found: expect.stringMatching(/instead of 10/),
  });
  const silent = await outcomesThrough(BILL, {
    answer: (words, answer) => (words[0] === "INFO" ? { status: 200, body: { result: "" } } : answer),
  });
  expect(silent["the bill of a cycle"]).toMatchObject({
    health: "unknown",
    found: "a cycle takes 2 requests; the database does not tell the commands",
  });
});
