// The latch's state in Redis, step by step, against the trace of Redisson's RCountDownLatch: number, channel, payloads.
// Plus its cost.
import { expect, it } from "vitest";
import { requestKey } from "../../../src/lock/keys.ts";
import { countDownCall, deleteLatchCall, passCall, trySetCountCall } from "../../../src/lock/lua/count-down-latch.ts";
import type { ScriptCall } from "../../../src/lock/protocol.ts";
import { billsOf } from "../../support/bills.ts";
import { listen } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";

const { gateway, run } = await emptyGateway();

const pass = (key: string) => passCall({ key, owner: "a:1", holdId: "a:1", ownerIsNew: true, leaseMs: 30_000 });
const open = { kind: "held", holdCount: 1, remainingMs: 30_000, epoch: "" };
const shut = { kind: "busy", remainingMs: -1 };

it.each([
  ["golden", "redisson_countdownlatch__channel__{golden}"],
  // Redisson adds braces here even where the name has braces.
  ["{golden}:b", "redisson_countdownlatch__channel__{{golden}:b}"],
  ["a{b", "redisson_countdownlatch__channel__{a{b}"],
  ["a}b,c d\n🐕", "redisson_countdownlatch__channel__{a}b,c d\n🐕}"],
])(
  "the latch is set, counted down to 0 and further, closed again, and deleted, as in the trace: %j",
  async (name, channel) => {
    await using heard = await listen(gateway, channel);
    const state = (): Promise<unknown> => command(gateway, "GET", name);
    const told = (...messages: string[]): Promise<unknown> =>
      eventually(() => heard.messages.length >= messages.length).then(() => expect(heard.messages).toEqual(messages));

    expect(await run(pass(name))).toEqual(open);
    expect(await run(countDownCall(name, "early"))).toBe(0);
    expect(await state()).toBeNull();
    expect(await run(trySetCountCall(name, "set", 2))).toBe(true);
    expect(await state()).toBe("2");
    expect(await command(gateway, "PTTL", name)).toBe(-1);
    await told("1");
    expect(await run(trySetCountCall(name, "again", 5))).toBe(false);
    expect(await run(pass(name))).toEqual(shut);
    expect(await run(countDownCall(name, "first"))).toBe(1);
    expect(await state()).toBe("1");
    expect(await run(pass(name))).toEqual(shut);
    expect(await run(countDownCall(name, "second"))).toBe(0);
    expect(await state()).toBeNull();
    await told("1", "0");
    expect(await run(countDownCall(name, "third"))).toBe(0);
    expect(await state()).toBeNull();
    expect(await run(pass(name))).toEqual(open);
    expect(await run(deleteLatchCall(name, "nothing"))).toBe(false);
    expect(await run(trySetCountCall(name, "anew", 3))).toBe(true);
    expect(await run(deleteLatchCall(name, "delete"))).toBe(true);
    expect(await state()).toBeNull();
    // Redisson ends with payload 1, after which its waiters continue to wait.
    await told("1", "0", "1", "1", "0");

    const kept = await command<string[]>(gateway, "KEYS", "*");
    const ids = ["early", "set", "again", "first", "second", "third", "nothing", "anew", "delete"];
    expect(kept.sort()).toEqual(ids.map((id) => requestKey(name, id)).sort());
    for (const key of kept) expect(await command<number>(gateway, "PTTL", key)).toBeGreaterThan(3_500_000);
  },
);

it("the latch costs as many commands as the docs say", async () => {
  const calls: [billed: number, call: ScriptCall<unknown>][] = [
    [6, trySetCountCall("asked", "set", 2)],
    [2, pass("asked")],
    [4, countDownCall("asked", "first")],
    [2, countDownCall("asked", "first")],
    [6, countDownCall("asked", "second")],
    [4, countDownCall("asked", "third")],
    [4, deleteLatchCall("asked", "nothing")],
    [6, trySetCountCall("asked", "anew", 2)],
    [6, deleteLatchCall("asked", "delete")],
  ];
  expect(await billsOf(gateway, run, calls)).toEqual(calls.map(([billed]) => billed));
});
