// The checker reports tokens of a fenced lock that do not rise from holder to holder, or change during a hold.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { fencedAcquire } from "../../../src/lock/lua/generated.ts";
import { releaseCall } from "../../../src/lock/lua/lock.ts";
import type { GrantedHold } from "../../../src/lock/protocol.ts";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { longSource, scriptOf } from "../../support/edited-script.ts";
import { command } from "../../support/rest.ts";
import { Checker } from "./checker/checker.ts";
import { judgeKeys } from "./checker/remaining-keys.ts";
import { LoopLag } from "./clock.ts";
import { SoakGateway } from "./gateway.ts";
import { registerScript } from "./scripts.ts";

const LEASE_MS = 5_000;
const TIMEOUT = { timeoutMs: 10_000 };
const OF_THE_CLOCK = "local is_older = #latest < #token or (#latest == #token and latest < token)";
const source = longSource(fencedAcquire.name).replace(OF_THE_CLOCK, "local is_older = false");
const counting = scriptOf("lock/acquire", source);
const lag = new LoopLag();
let gateway: SoakGateway;
let checker: Checker;
let key: string;
let tests = 0;

beforeAll(async () => {
  gateway = await SoakGateway.start((batch, lateMs) => checker.witnessed(batch, lateMs));
});
beforeEach(() => {
  tests += 1;
  key = `tokens:${tests}`;
  checker = new Checker(lag);
});
afterAll(async () => {
  lag.stop();
  await gateway.close();
});

async function acquire(holdId: string, owner?: string, script = fencedAcquire): Promise<GrantedHold> {
  const hold = { key, owner: owner ?? holdId, holdId, ownerIsNew: owner === undefined, leaseMs: LEASE_MS };
  const reply = await upstashPort(gateway).run({ ...fencedAcquireCall(hold, false), script }, TIMEOUT);
  return { ...hold, epoch: reply.kind === "held" ? reply.epoch : "" };
}

function release(hold: GrantedHold): Promise<unknown> {
  return upstashPort(gateway).run(releaseCall(hold, true), TIMEOUT);
}

async function found(): Promise<string[]> {
  await gateway.flush();
  checker.finish();
  await judgeKeys(gateway, LEASE_MS, checker.findings, key);
  return checker.findings.metrics;
}

it("valid tokens cause no finding, and the latest may stay", async () => {
  const outer = await acquire(`${key}:1`, "owner");
  const inner = await acquire(`${key}:2`, "owner");
  await release(inner);
  await release(outer);
  const again = await acquire(`${key}:3`);
  await acquire(`${key}:3`);
  await release(again);
  expect(await found()).toEqual([]);
});

it("a repeated token is found: Redisson's counter, deleted in between", async () => {
  registerScript(counting);
  await release(await acquire(`${key}:1`, undefined, counting));
  await command(gateway, "DEL", tokenKey(key));
  await acquire(`${key}:2`, undefined, counting);
  expect(await found()).toEqual(["M4"]);
});

it("another token during a hold is found", async () => {
  await acquire(`${key}:1`, "owner");
  await command(gateway, "SET", tokenKey(key), "9000000000000000000");
  await acquire(`${key}:2`, "owner");
  expect(await found()).toContain("M4");
});
