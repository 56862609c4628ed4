// The token of a fenced lock for each time of the Redis clock, to the microsecond. Cases are two grants in one
// microsecond, a clock that was set back, and one that has a digit more.

import { expect, it } from "vitest";
import { tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { releaseCall } from "../../../src/lock/lua/lock.ts";
import { argumentsOf } from "../../../src/lock/lua/reply.ts";
import type { AcquireReply } from "../../../src/lock/protocol.ts";
import { atTime, TOKENS_AT_TIMES } from "../../support/at-time.ts";
import { longSource } from "../../support/edited-script.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { ownerNamed } from "../../support/owners.ts";
import { command } from "../../support/rest.ts";
import { newOwners } from "../lua/replay/table.ts";

const KEY = "clocked";
const { gateway, run } = await emptyGateway();

async function acquireAt(seconds: string, micros: string, owner: string): Promise<AcquireReply> {
  const call = fencedAcquireCall(newOwners(KEY, owner), false);
  const source = atTime(call.script.source, seconds, micros);
  return call.decode(await command(gateway, "EVAL", source, ...argumentsOf(call, "nonce")));
}

it.each(TOKENS_AT_TIMES)("at %s s and %s µs after %j comes %s", async (seconds, micros, latest, token) => {
  if (latest !== "") await command(gateway, "SET", tokenKey(KEY), latest);
  expect(await acquireAt(seconds, micros, "a:1")).toMatchObject({ kind: "held", fencingToken: token });
  expect(await command(gateway, "GET", tokenKey(KEY))).toBe(token);
});

it("many holders in one microsecond get a token each, and so do later ones", async () => {
  const tokens: string[] = [];
  for (const [nth, micros] of ["7", "7", "7", "8", "11", "9", "12"].entries()) {
    const owner = `a:${nth}`;
    const reply = await acquireAt("1795299660", micros, owner);
    tokens.push(reply.kind === "held" ? String(reply.fencingToken).slice(-2) : reply.kind);
    await run(releaseCall(newOwners(KEY, owner), true));
  }
  expect(tokens).toEqual(["07", "08", "09", "10", "11", "12", "13"]);
});

it("a holder keeps its token, whatever the clock says", async () => {
  const first = await acquireAt("1795299660", "7", "a:1");
  for (const [seconds, micros] of [
    ["1795299660", "7"],
    ["1795299660", "8"],
    ["1000000000", "0"],
  ] as const) {
    expect(await acquireAt(seconds, micros, "a:1")).toMatchObject({ kind: "held", holdCount: 1 });
  }
  expect(first).toMatchObject({ fencingToken: "1795299660000007" });
  expect(await command(gateway, "GET", tokenKey(KEY))).toBe("1795299660000007");
});

it.each(["new", "passed"])(
  "a lock whose lease ends while the script runs gives a %s owner a higher token",
  async (owner) => {
    const ahead = "99999999999999999";
    await command(gateway, "SET", tokenKey(KEY), ahead);
    await command(gateway, "HSET", KEY, ownerNamed("b:1"), "1");
    const hold = { ...newOwners(KEY, "a:1"), ownerIsNew: owner === "new" };
    const call = fencedAcquireCall(hold, false);
    const { script, decode } = call;
    const original = longSource(script.name);
    const source = original.replace("local left = time_left()\nif left == -2", "call('DEL', lock)\n$&");
    expect(source).not.toBe(original);
    const reply = decode(await command(gateway, "EVAL", source, ...argumentsOf(call, "nonce")));
    expect(reply).toMatchObject({ kind: "held", holdCount: 1, fencingToken: "100000000000000000" });
  },
);
