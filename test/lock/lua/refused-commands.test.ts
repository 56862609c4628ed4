// In each branch of the replay tables, Redis refuses each command of the script in turn: by its place, as a server with
// a full memory or disk does, and by its name, as for a user without the right. Redis also refuses channels. The answer
// of the script must agree with its effect:
// - a reply: the effect is there, and a lock has a lease. A refused message must lead to a reply
// - an error that says that nothing was done: nothing changed
// - any other error: the same request, repeated without the refusal, gets its answer, and has its effect once
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenKey } from "../../../src/lock/keys.ts";
import { fairAcquireCall } from "../../../src/lock/lua/fair.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import * as generated from "../../../src/lock/lua/generated.ts";
import { acquireCall, releaseCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold, ScriptCall } from "../../../src/lock/protocol.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { type Ending, type Key, refusingRedis, type State } from "../../support/refusing-redis.ts";
import { scriptCommands } from "../../support/script-commands.ts";
import { FAIR_PATIENCE_MS, standFenced } from "../../support/standing.ts";
import { connect } from "../model/real.ts";
import { allRows } from "./replay/all.ts";
import { sameAnswer } from "./replay/same-answer.ts";
import { HEARD_MAILBOXES } from "./replay/standing.ts";
import { newOwners, type Row } from "./replay/table.ts";

const KEY = "replayed";
const redis = await refusingRedis();
const hears = await connect(redis.url);

beforeAll(() => hears.subscribe([...HEARD_MAILBOXES], () => {}));
afterAll(() => hears.destroy());

// A batch of a lock manager runs other scripts, and tells how each ended.
const rows = allRows.filter(({ script }) => !script.startsWith("web-locks/"));
// Their only write is their last command.
const BARE = /^light\//;
// They only read, or write what other requests write again: see the last test.
const READING = /^(inspect\/|lock\/status|read-write\/status|request\/number|web-locks\/)/;

// Hints, which clients write again; and results of flights, which a full Redis does not store.
const HINTS = /:stand(ing|s):|:waiter:|tries|:rw-|^redisson_lock_(queue|timeout):|:result:/;
const LEFT_BEHIND: readonly (readonly [of: RegExp, what: string])[] = [
  [/^fair\/acquire: free, but others come first, without LPUSH$/, "the place of the first waiter is lost"],
  [/^fenced\/acquire: .*, without SET$/, "the next token is higher than need be"],
  [/^read-write\/release-read: one of two, the dead one, /, "a lock of dead readers stays until its lease ends"],
];

/** The states of a row, and how it usually ends. */
interface Usual {
  readonly before: State;
  readonly after: State;
  readonly ending: Ending;
  readonly commands: readonly string[];
}

async function arranged(row: Row): Promise<ScriptCall<unknown>> {
  await redis.admin.sendCommand(["FLUSHALL"]);
  return row.arrange(redis.run, KEY);
}

async function usual(row: Row): Promise<Usual> {
  const call = await arranged(row);
  const before = await redis.state();
  const { ending, commands } = await redis.refusing(call);
  return { before, after: await redis.state(), ending, commands };
}

/** Returns the owners that got the lock by a release: it may serve one or another waiter. */
function servedBy({ script }: Row, before: State, ...afterwards: State[]): string[] {
  if (!/release|finish/.test(script)) return [];
  const of = (state: State): string[] => (state[KEY]?.[1] ?? "").split("\n").map((field) => field.split(" ")[0] ?? "");
  const known = new Set(["", "mode", ...of(before)]);
  return afterwards.flatMap(of).filter((owner) => !known.has(owner));
}

/** Returns the state that decides something: keys that are no hints, their content, and whether they have a TTL. */
function decisive(state: State, served: readonly string[], wanted = state): Record<string, readonly [...Key]> {
  const isOfServed = (key: string, content: string): boolean =>
    served.some((owner) => key.includes(owner) || key === tokenKey(KEY) || (key === KEY && content.startsWith(owner)));
  // The next hold with this number sets it again.
  const isLeftOver = (key: string): boolean => key.includes(":rwlock_timeout:") && !(key in wanted);
  const kept = Object.entries(state).filter(
    ([key, [, content]]) => !HINTS.test(key) && !isOfServed(key, content) && !isLeftOver(key),
  );
  return Object.fromEntries(kept.map(([key, [kind, content, ttl]]) => [key, [kind, content, Math.sign(ttl + 1)]]));
}

async function judge(row: Row, how: string, all: Usual, refused: (call: ScriptCall<unknown>) => Promise<Ending>) {
  const name = `${row.script}: ${row.branch}, ${how}`;
  const call = await arranged(row);
  const ending = await refused(call);
  const state = await redis.state();
  const served = servedBy(row, all.before, all.after, state);
  if (/PUB|channels/.test(how)) expect(ending, `${name}: messages are hints`).toHaveProperty("reply");
  const had = all.before[KEY];
  if (state[KEY]?.[0] === "hash" && had?.[2] !== -1)
    expect(state[KEY]?.[2], `${name}: the lock has a TTL`).not.toBe(-1);
  if ("error" in ending && ending.isNotDone) {
    expect(decisive(state, []), `${name}: nothing was done, says "${ending.error}"`).toEqual(decisive(all.before, []));
  }
  if (LEFT_BEHIND.some(([of]) => of.test(name))) return;
  if ("reply" in ending) {
    sameAnswer(row, ending.reply);
    expect(decisive(state, served, all.after), `${name}: the effect of the reply`).toEqual(decisive(all.after, served));
  }
  const { ending: again } = await redis.refusing(call);
  if ("reply" in all.ending && "reply" in again) sameAnswer(row, again.reply);
  else expect(again, `${name}: repeated`).toMatchObject(all.ending);
  const last = decisive(await redis.state(), served, all.after);
  expect(last, `${name}: the effect after all`).toEqual(decisive(all.after, served));
}

/** Runs a call up to three times, as a client does without a definite answer. */
async function repeated(rights: readonly string[], call: ScriptCall<unknown>): Promise<Ending> {
  const first = await redis.without(rights, call);
  if ("reply" in first) return first;
  let last = first;
  for (let more = 0; more < 2; more += 1) {
    const next = await redis.without(rights, call);
    if ("reply" in next) return next;
    last = { ...next, isNotDone: last.isNotDone && next.isNotDone };
  }
  return last;
}

it("the rows have every script that writes more than once", () => {
  const names = Object.values(generated).map(({ name }) => name);
  const known = new Set(rows.map(({ script }) => script));
  expect(names.filter((name) => !known.has(name) && !READING.test(name) && !BARE.test(name))).toEqual([]);
});

// A user without a right meets the same refusals in all branches of a script.
const tried = new Set<string>();

describe.each(rows)("$script: $branch", (row) => {
  it("does what it says, whichever of its commands Redis refuses", async () => {
    const all = await usual(row);
    for (const [at, command] of all.commands.entries()) {
      const how = `without its command ${at + 1}, ${command}`;
      await judge(row, how, all, async (call) => (await redis.refusing(call, at + 1)).ending);
    }
  });

  it("does what it says to a user without the right for one of its commands, or for channels", async () => {
    const all = await usual(row);
    for (const command of new Set(all.commands)) {
      const right = `${row.script} ${command}`;
      if (tried.has(right) && !isExhaustive) continue;
      tried.add(right);
      await judge(row, `without ${command}`, all, (call) => repeated([`-${command.toLowerCase()}`], call));
    }
    if (all.commands.includes("PUBLISH")) {
      await judge(row, "without channels", all, (call) => repeated(["resetchannels"], call));
    }
  });
});

it.each([
  ["plain", acquireCall(newOwners(KEY, "a:1"), true)],
  ["fair", fairAcquireCall(newOwners(KEY, "a:1"), true, false, FAIR_PATIENCE_MS)],
  ["fenced", fencedAcquireCall(newOwners(KEY, "a:1"), true)],
])("a user who may not acquire the free %s lock learns that nothing was done", async (_, call) => {
  await redis.admin.sendCommand(["FLUSHALL"]);
  expect(await redis.without(["-hincrby"], call)).toMatchObject({ isNotDone: true });
  expect(await redis.state()).toEqual({});
});

it.each([
  ["raise the token", "-incr", undefined],
  ["read the list of waiters", "-lindex", "live:1"],
])("a releaser that may not %s grants the lock with a new token, or not at all", async (_, right, granted) => {
  await redis.admin.sendCommand(["FLUSHALL"]);
  // The clock of Redis was set back since this token.
  await redis.admin.sendCommand(["SET", tokenKey(KEY), "5000000000000000"]);
  const [holder, waiter, later] = ["a:1", "live:1", "c:1"].map((name) => newOwners(KEY, name)) as [
    GrantedHold,
    GrantedHold,
    GrantedHold,
  ];
  await redis.run(fencedAcquireCall(holder, false));
  await redis.run(standFenced(waiter));
  const owner = granted && newOwners(KEY, granted).owner;
  const ending = await redis.without([right], releaseCall(holder, true, "object"));
  expect(ending).toEqual({ reply: { kind: "ended", end: "released", ...(owner && { granted: owner }) } });
  if (owner) expect(await redis.run(fencedAcquireCall(later, false))).toMatchObject({ kind: "busy" });
  const token = { kind: "held", fencingToken: "5000000000000002" };
  expect(await redis.run(fencedAcquireCall(waiter, false))).toMatchObject(token);
});

it.each([
  ["read", false],
  ["call", true],
  ["write", true],
])("scripts run by `%s` only commands whose write flag is %s", async (runner, writes) => {
  const commands = scriptCommands(runner);
  expect(commands).not.toEqual([]);
  for (const name of commands) {
    const [[, , flags] = []] = Object(await redis.admin.sendCommand(["COMMAND", "INFO", name]));
    expect(flags.includes("write"), name).toBe(writes);
  }
});
