// The walks find a fault in the scripts: each of these edits, which are the ways to lose a waiter or the order.
import { afterAll, beforeAll, expect, it } from "vitest";
import { longSource } from "../../../support/edited-script.ts";
import { OwnRedis } from "../harness/own-redis.ts";
import type { Connection } from "../real.ts";
import { WALKED } from "./both.ts";
import { walk } from "./walk.ts";

const SEEDS = [1, 2, 3, 4];
const MOST_STEPS = 6_000;

interface Edit {
  readonly from: string;
  readonly to: string;
}

const FAULTS: Readonly<Record<string, Edit>> = {
  "nobody is told of a waiter that gives up": {
    from: "if mode_now ~= 'write' then wake(mode_now and 'read' or 'free') end",
    to: "",
  },
  "a writer that drops dead ones tells nobody": { from: "if dropped then wake('free') end", to: "" },
  "a reader that drops dead ones, and waits, tells nobody": { from: "if dropped then wake(open) end", to: "" },
  "a reader that drops dead ones, and acquires, tells nobody": { from: "if dropped then wake('read') end", to: "" },
  "readers overtake writers": { from: "(mine and number and number > mine)", to: "mine" },
  "readers beyond the window are not told": {
    from: "if is_queued and leave(me) and not dropped then tell_next(before) end",
    to: "if is_queued then leave(me) end",
  },
  "the dead stay": { from: "if tried > now - SILENT_MS then return front[1]", to: "if tried > 0 then return front[1]" },
  "a late copy queues again": {
    from: "if answer then\nif record",
    to: "if answer and answer[1] ~= 'ended' then\nif record",
  },
  "a downgrade tells nobody": {
    from: "if live_with_readers(size) then open = 'read' end",
    to: "if live_with_readers(size) then return end",
  },
  "nobody is told of a last refusal": { from: "if is_last() then\nquit(me)", to: "if is_last() then\nleave(me)" },
  "a refused upgrade keeps its place": {
    from: "quit(me)\nreturn remember_end('upgrade'",
    to: "return remember_end('upgrade'",
  },
  "a writer is not in its list": {
    from: "if is_writer(waiter) then call('ZADD', writers, digits(number), waiter) end",
    to: "",
  },
  "a writer that acquires stays queued": { from: "if first then pcall(leave, me) end", to: "" },
  "a writer that asks again and acquires stays queued": {
    from: "if answer and first then pcall(leave, me) end",
    to: "",
  },
  "only the first reader is told": { from: "'LIMIT', 0, WINDOW)", to: "'LIMIT', 0, 1)" },
  "one more hold keeps the waiter queued": {
    from: "if record then pcall(quit, me) end\nreturn answer",
    to: "return answer",
  },
  "a theft leaves the others": { from: "call('UNLINK', lock)", to: "" },
  "a theft is forgotten": { from: "rob(field, left)\ntable", to: "table" },
  "a late copy of a theft steals again": {
    from: "local answer = known()\nif answer then return answer end",
    to: "load_state()\nlook()",
  },
  "a robbed hold is told that it is lost": { from: "string.match(epoch, '^!(.+)$') or how", to: "how" },
};

let redis: OwnRedis;
let connection: Connection;
beforeAll(async () => {
  redis = await OwnRedis.start();
  connection = await redis.connect();
});
afterAll(() => redis[Symbol.asyncDispose]());

it.each(Object.entries(FAULTS))("%s: a walk differs", { timeout: 60_000 }, async (_, edit) => {
  const { from, to } = edit;
  expect(WALKED.some((name) => longSource(name).includes(from))).toBe(true);
  const faulty = (name: string) => longSource(name).replaceAll(from, to);
  let failure: string | undefined;
  for (const seed of SEEDS) {
    failure ??= (await walk(connection, seed, MOST_STEPS, faulty)).failure;
  }
  expect(failure).toBeDefined();
});
