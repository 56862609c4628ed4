// Faults of a client, instead of a script: each is made by hand here, and must be counted.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { upstashPort } from "../../../src/lock/redis/upstash.ts";
import { Checker } from "./checker/checker.ts";
import { Findings, type Metric } from "./checker/findings.ts";
import { activeResources, judgeLeftovers, TimerLedger } from "./checker/leftovers.ts";
import { LoopLag } from "./clock.ts";
import { SoakGateway } from "./gateway.ts";
import { type BeliefInterval, History } from "./history.ts";
import { Requests } from "./scenarios.ts";
import { observeFetch } from "./wire.ts";

const lag = new LoopLag();
let gateway: SoakGateway;
let checker: Checker;
let history: History;
let requests: Requests;
let stopObserving: () => void;
let tests = 0;

beforeAll(async () => {
  stopObserving = observeFetch();
  gateway = await SoakGateway.start((batch, lateMs) => checker.witnessed(batch, lateMs));
});
beforeEach(() => {
  tests += 1;
  checker = new Checker(lag);
  history = new History(checker);
  requests = new Requests(upstashPort(gateway), new Map(), `false:${tests}`);
});
afterAll(async () => {
  stopObserving();
  lag.stop();
  await gateway.close();
});

async function found(): Promise<Metric[]> {
  await gateway.flush();
  checker.finish();
  return checker.findings.metrics;
}

const about = { client: 0, lock: "by hand" };

it("the checker finds success of a request that was never sent", async () => {
  await history.run("acquire", about, async () => 1, Number);
  expect(await found()).toEqual(["M12"]);
});

it("the checker finds a refusal although Redis keeps the grant", async () => {
  await history.run(
    "tryAcquire",
    about,
    () => requests.acquire(requests.newHold()).then(() => null),
    () => 0,
  );
  expect(await found()).toEqual(["M12"]);
});

it("the checker finds a release that succeeds after the lease has expired", async () => {
  const hold = await requests.acquire(requests.newHold());
  await requests.force("free");
  await history.run(
    "release",
    about,
    () => requests.release(hold),
    () => "released",
  );
  expect(await found()).toEqual(["M12"]);
});

it("the checker finds a hold that is valid after its lease", async () => {
  const hold = await requests.acquire(requests.newHold());
  const belief: BeliefInterval = { id: hold.holdId, from: performance.now(), until: undefined, how: "believed" };
  checker.onBelief(belief);
  await sleep(hold.leaseMs + 400);
  await requests.status();
  expect(await found()).toEqual(["M11"]);
});

it("the checker finds a renewal after maxHoldMs", async () => {
  const hold = await requests.acquire(requests.newHold());
  await history.run(
    "keepAlive",
    about,
    (record) => {
      record.lastRenewalAt = performance.now() - 1;
      return requests.renew(hold);
    },
    () => 1,
  );
  expect(await found()).toEqual(["M8"]);
});

it("the checker finds a renewal after the release was answered", async () => {
  const hold = await requests.acquire(requests.newHold());
  await history.run(
    "release",
    about,
    () => requests.release(hold),
    () => "released",
  );
  await history.run(
    "keepAlive",
    about,
    () => requests.renew(hold),
    () => 0,
  );
  expect(await found()).toEqual(["M8"]);
});

it("the checker finds endless attempts", async () => {
  // No server listens there.
  const nowhere = new Requests(upstashPort({ url: "http://127.0.0.1:1", token: "t" }), new Map(), "nowhere");
  const hold = nowhere.newHold();
  const sevenTries = async (): Promise<void> => {
    for (let tries = 1; tries <= 7; tries += 1) await nowhere.acquire(hold).catch(() => {});
    throw new Error("the connection was refused seven times");
  };
  await history.run(
    "status",
    about,
    () => sevenTries().catch(() => null),
    () => 0,
  );
  expect(await found()).toEqual(["M14"]);
});

it("the checker finds a remaining timer, request and rejection", () => {
  const findings = new Findings();
  const before = activeResources();
  const timers = new TimerLedger();
  const left = setTimeout(() => {}, 60_000);
  left.unref();
  judgeLeftovers({ timers: timers.open, unsettled: 1, rejections: 1, before }, findings);
  timers.stop();
  clearTimeout(left);
  expect(findings.count("M15")).toBe(3);
});
