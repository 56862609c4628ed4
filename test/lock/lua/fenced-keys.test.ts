// What the fenced lock keeps in Redis beside Redisson's hash and token, and its replies. The transcripts of
// test/together/interop compare hash, token and messages with Redisson's.

import { expect, it } from "vitest";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { releaseCall } from "../../../src/lock/lua/lock.ts";
import type { AcquireReply, GrantedHold } from "../../../src/lock/protocol.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { command, hash } from "../../support/rest.ts";

const { gateway, run, ttl } = await emptyGateway();

function holdOf(key: string, owner: string, holdId: string, leaseMs = 30_000): GrantedHold {
  return { key, owner, holdId, leaseMs, ownerIsNew: owner === holdId, epoch: "" };
}

function tokenOf(reply: AcquireReply): string {
  if (reply.kind !== "held" || reply.fencingToken === undefined)
    throw new Error(`no token in ${JSON.stringify(reply)}`);
  return reply.fencingToken;
}

/** The hash and the latest token, byte for byte. Our own keys must have a TTL, the token must not. */
async function state(name: string, token: string): Promise<unknown> {
  for (const key of await command<string[]>(gateway, "KEYS", "*")) {
    if (key === token) expect(await ttl(key)).toBe(-1);
    else expect(await ttl(key)).toBeGreaterThan(0);
  }
  return [await hash(gateway, name), await command(gateway, "GET", token)];
}

it("a grant writes one key of ours for a new owner, as the plain lock does", async () => {
  const hold = holdOf("simple", "c:1", "c:1");
  const token = tokenOf(await run(fencedAcquireCall(hold, false)));
  const keys = await command<string[]>(gateway, "KEYS", "*");
  expect(keys.sort()).toEqual(["leasehound::owner:c:1|{simple}", "redisson_lock_token:{simple}", "simple"]);
  expect(await command(gateway, "GET", "leasehound::owner:c:1|{simple}")).toBe("|+");
  expect(tokenOf(await run(fencedAcquireCall(hold, false)))).toBe(token);
  await run(releaseCall(hold, true));
  expect(await run(fencedAcquireCall(hold, false))).toEqual({ kind: "ended", end: "released" });
  expect(await state("simple", "redisson_lock_token:{simple}")).toEqual([{}, token]);
});

it("a reply whose token is not a number is refused", () => {
  const { decode } = fencedAcquireCall(holdOf("read", "c:1", "c:1"), false);
  const told = (...token: unknown[]): unknown => ["held", "c:1", 1, 30_000, "", ...token];
  expect(decode(told("17"))).toMatchObject({ fencingToken: "17" });
  for (const token of [[], ["abc"], [""], ["-1"], ["1.5"], ["1\n"], [17], [null], ["1".repeat(21)]]) {
    expect(() => decode(told(...token))).toThrowError(expect.objectContaining({ code: "UNEXPECTED_REPLY" }));
  }
});
