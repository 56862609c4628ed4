// Tests of the checker itself: each guard is removed from the scripts in turn, and the checker must notice.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { type BrokenScripts, brokenScripts } from "./broken-scripts.ts";
import { Checker } from "./checker/checker.ts";
import { judgeKeys } from "./checker/remaining-keys.ts";
import { LoopLag } from "./clock.ts";
import { SoakGateway } from "./gateway.ts";
import { Requests, scenarios } from "./scenarios.ts";
import { registerScript } from "./scripts.ts";

// The longest lease in a scenario.
const LEASE_MS = 5_000;
const broken = brokenScripts();
const checkers = new Map<string, Checker>();
const lag = new LoopLag();
let gateway: SoakGateway;

beforeAll(async () => {
  for (const scripts of broken.values()) for (const script of scripts.values()) registerScript(script);
  gateway = await SoakGateway.start((batch, lateMs) => {
    for (const [key, checker] of checkers) {
      const own = batch.filter(({ command }) => command[3] === key);
      checker.witnessed(own, lateMs);
    }
  });
});
afterAll(async () => {
  lag.stop();
  await gateway.close();
});

async function checked(key: string, scripts: BrokenScripts, run: (requests: Requests) => Promise<unknown>) {
  const checker = new Checker(lag);
  checkers.set(key, checker);
  await run(new Requests(upstashPort(gateway), scripts, key));
  await gateway.flush();
  checker.finish();
  await judgeKeys(gateway, LEASE_MS, checker.findings, key);
  return checker.findings;
}

describe("without a guard, the checker finds a violation:", () => {
  it.each([...broken.keys()])("%s", { concurrent: true }, async (guard) => {
    const { caughtBy, run } = scenarios[guard];
    const findings = await checked(`broken:${guard}`, broken.get(guard) ?? new Map(), run);
    expect(findings.metrics, findings.traces()).toContain(caughtBy);
  });
});

describe("with all guards, the checker finds nothing:", () => {
  it.each([...broken.keys()])("where it finds a violation without %s", { concurrent: true }, async (guard) => {
    const findings = await checked(`sound:${guard}`, new Map(), scenarios[guard].run);
    expect(findings.traces()).toBe("");
  });
});
