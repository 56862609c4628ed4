// Many acquires that begin at one instant, in one process: they take few connections, and delay no renewal.
import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { clearFaults, countsOf, resetCounts, setFaults } from "../../support/rest.ts";

const MOST = 500;
const ALL = 700;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

/** Attempts of one tick would share a request, unless each has one of its own. */
const oneEach = (): Redis => new Redis({ url: gateway.url, token: gateway.token });
const requests = async (): Promise<number> => (await countsOf(gateway)).requests;

it("at most 500 attempts are in flight; a renewal and a release do not wait for them", async () => {
  const locks = createLocks({ redis: oneEach(), waitMs: 20_000 });
  const renewed = await locks.lock("renewed").acquire();
  await renewed.renew();
  // Redis knows the scripts.
  await (await locks.lock("released").acquire()).release();
  const released = await locks.lock("released").acquire();
  await setFaults(gateway, 1, [
    { fault: "hold-back", reply: false, request: Array.from({ length: MOST }, (_, at) => at + 1) },
  ]);
  await resetCounts(gateway);
  const acquires = Array.from({ length: ALL }, (_, nth) => locks.lock(`many:${nth}`).acquire());
  await eventually(async () => (await requests()) === MOST);
  await renewed.renew();
  expect(await released.release()).toMatchObject({ outcome: "released" });
  expect(await requests()).toBe(MOST + 2);
  await clearFaults(gateway);
  const holds = await Promise.all(acquires);
  expect(holds).toHaveLength(ALL);
  expect(await requests()).toBe(ALL + 2);
  locks.close();
});

it("an acquire that waits for its turn ends with its signal, with close(), and with its time, without a request", async () => {
  const locks = createLocks({ redis: oneEach() });
  await setFaults(gateway, 1, [{ fault: "hold-back", reply: false }]);
  await resetCounts(gateway);
  const first = Array.from({ length: MOST }, (_, nth) => locks.lock(`first:${nth}`).acquire());
  for (const acquire of first) acquire.catch(() => {});
  await eventually(async () => (await requests()) === MOST);

  const stop = new AbortController();
  const others = createLocks({ redis: oneEach() });
  const aborted = others.lock("aborted").acquire({ signal: stop.signal });
  const late = others.lock("late").tryAcquire({ leaseMs: 1_000 });
  const closed = createLocks({ redis: oneEach() });
  const ended = closed.lock("closed").acquire();
  stop.abort();
  closed.close();
  await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
  await expect(ended).rejects.toMatchObject({ code: "CLOSED" });
  await expect(late).rejects.toMatchObject({ code: "REDIS_UNREACHABLE", lockName: "late" });
  expect(await requests()).toBe(MOST);
  await clearFaults(gateway);
  await Promise.all(first);
  locks.close();
  others.close();
});
