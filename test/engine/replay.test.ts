// Every row of the replay tables on the engine and on a real Redis: all replies are equal, and so is the whole database
// after each row, with memory left and without.
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { allRows as table } from "../lock/lua/replay/all.ts";
import { HEARD_MAILBOXES, standingReplayTable } from "../lock/lua/replay/standing.ts";
import { isNear, startBoth } from "./both.ts";

const KEY = "replayed";
const both = await startBoth();
let states = 0;

beforeEach(() => both.clear());

afterAll(() => {
  console.log(`${table.length} rows: ${both.compared} replies and ${states} states are equal`);
});

async function expectEqualStates(): Promise<void> {
  const [redis, engine] = await both.states();
  if (!isNear(redis, engine)) expect(engine).toEqual(redis);
  states += 1;
}

describe.each(table)("$script: $branch", (row) => {
  it("leaves the engine and Redis in the same state", async () => {
    const stands = standingReplayTable.includes(row);
    const leave = stands ? await both.follow(both.url, ...HEARD_MAILBOXES) : () => {};
    try {
      const call = await row.arrange(both.run, KEY);
      await expectEqualStates();
      for (let repeat = 0; repeat < 2; repeat += 1) {
        await both.run(call);
        await expectEqualStates();
      }
    } finally {
      leave();
    }
  });

  it("has the same effect, or the same refusal, when both are full", async () => {
    const call = await row.arrange(both.run, KEY);
    await both.fill(true);
    try {
      const { script, keys, args } = call;
      const rest = [script.source, String(keys.length), ...keys, "nonce", ...args];
      const [redis, engine] = await both.command(["EVAL", ...rest]);
      if (!isNear(redis, engine)) expect(engine).toEqual(redis);
    } finally {
      await both.fill(false);
    }
    await expectEqualStates();
  });
});
