// What the plain lock keeps in Redis beside Redisson's hash. The transcripts of test/together/interop compare the hash,
// its TTL and the messages with Redisson's.
import { expect, it } from "vitest";
import { acquireCall, cancelCall, forceReleaseCall, releaseCall, renewCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { listen } from "../../support/channel.ts";
import { emptyGateway } from "../../support/empty-gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { command, hash } from "../../support/rest.ts";

const { gateway, run, ttl } = await emptyGateway();

function holdOf(key: string, owner: string, holdId: string, leaseMs: number): GrantedHold {
  return { key, owner, holdId, leaseMs, ownerIsNew: owner === holdId, epoch: "" };
}

/** All of Redis: the lock's hash, and our own keys, which must have a TTL. */
async function everything(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const key of await command<string[]>(gateway, "KEYS", "*")) {
    const isOurs = key.startsWith("leasehound");
    if (isOurs) expect(await ttl(key)).toBeGreaterThan(0);
    state[key] = isOurs ? await command(gateway, "GET", key) : await hash(gateway, key);
  }
  return state;
}

it("a hold writes one key of ours for a new owner, at its grant, and again at its release", async () => {
  const hold = holdOf("simple", "c:1", "c:1", 30_000);
  const page = "leasehound::owner:c:1|{simple}";
  await run(acquireCall(hold, false));
  await run(acquireCall(hold, false));
  await run(renewCall(hold, true));
  expect(await everything()).toEqual({ simple: { "c:1": "1" }, [page]: "|+" });
  expect(await run(releaseCall(hold, true))).toEqual({ kind: "ended", end: "released" });
  expect(await everything()).toEqual({ [page]: "|-released" });
  const left = await ttl(page);
  expect(left).toBeGreaterThan(85_000);
  expect(left).toBeLessThanOrEqual(90_000);
});

it("a cancel ends only what was granted under its own id", async () => {
  const outer = holdOf("cancel", "c:1", "one", 30_000);
  const neverRan = holdOf("cancel", "c:1", "two", 30_000);
  await run(acquireCall(outer, false));
  expect(await run(cancelCall(neverRan))).toEqual({ kind: "ended", end: "taken" });
  expect(await run(acquireCall(neverRan, false))).toEqual({ kind: "ended", end: "taken" });
  expect(await hash(gateway, "cancel")).toEqual({ "c:1": "1" });
  expect(await run(cancelCall(outer))).toEqual({ kind: "ended", end: "released" });
});

it("a forced release frees once per request, and publishes that", async () => {
  await using heard = await listen(gateway, "redisson_lock__channel:{forced}");
  expect(await run(forceReleaseCall("forced", "r0"))).toBe(false);
  await run(acquireCall(holdOf("forced", "c:1", "c:1", 30_000), false));
  expect(await run(forceReleaseCall("forced", "r1"))).toBe(true);
  await run(acquireCall(holdOf("forced", "c:2", "c:2", 30_000), false));
  expect(await run(forceReleaseCall("forced", "r1"))).toBe(true);
  expect(await hash(gateway, "forced")).toEqual({ "c:2": "1" });
  await eventually(() => heard.messages.length > 0);
  expect(heard.messages).toEqual(["0"]);
});

it("a lock whose TTL was removed is invalid, and gets its lease again by a renewal", async () => {
  const hold = holdOf("forever", "c:1", "c:1", 30_000);
  await run(acquireCall(hold, false));
  await command(gateway, "PERSIST", "forever");
  const other = run(acquireCall(holdOf("forever", "c:2", "c:2", 30_000), false));
  await expect(other).rejects.toMatchObject({ code: "NOT_A_LOCK", key: "forever" });
  expect(await run(renewCall(hold, true))).toMatchObject({ kind: "renewed" });
  expect(await ttl("forever")).toBeGreaterThan(20_000);
});
