// The checks of a deployed lock API.
import type { Api } from "../api.ts";
import { CommandError } from "../exit-code.ts";
import { checkLocks } from "./database.ts";
import { type Finding, failed, roundTripOf, unreadable } from "./finding.ts";

const ROUND_TRIPS = 5;
const KEPT_MS = 30_000;
const ELSEWHERE = "the lock API does not tell";
const AT_DATABASE = "run doctor with the variables of the database";

/** Checks a lock API: whether locks work, and its watchdog. */
export async function checkLockApi(api: Api): Promise<Finding[]> {
  const timesMs: number[] = [];
  const name = `doctor:${crypto.randomUUID()}`;
  try {
    for (let nth = 0; nth < ROUND_TRIPS; nth += 1) {
      const sentAt = performance.now();
      await api.use((locks) => locks.lock(name).isLocked());
      timesMs.push(performance.now() - sentAt);
    }
  } catch (error) {
    const advice = "check LEASEHOUND_API_URL and LEASEHOUND_API_TOKEN, and the log of the Worker";
    return [failed("lock API", error, advice)];
  }
  return [
    { check: "lock API", health: "ok", found: `${api.host} answers` },
    await checkLocks(api),
    unreadable("eviction", ELSEWHERE, AT_DATABASE),
    unreadable("clock", ELSEWHERE, AT_DATABASE),
    unreadable("streams", ELSEWHERE, AT_DATABASE),
    roundTripOf(timesMs, api.host),
    await checkWatchdog(api, name),
  ];
}

/** Hands a hold off, asks the watchdog about it, and releases it. */
async function checkWatchdog(api: Api, name: string): Promise<Finding> {
  const check = "watchdog";
  try {
    const { state } = await api.use(async (locks) => {
      const lock = locks.lock(name);
      const held = await lock.acquire({ label: "leasehound doctor" });
      try {
        await held.handOff({ maxHoldMs: KEPT_MS });
        return await lock.handOffStatus(held.serialize());
      } finally {
        await held.release().catch(() => {});
      }
    });
    if (state === "kept") return { check, health: "ok", found: "it keeps a lock that was handed off" };
    const found = `it took a lock, and then says that its state is ${JSON.stringify(state)}`;
    return { check, health: "problem", found, advice: "look at the log of the Worker" };
  } catch (error) {
    if (error instanceof CommandError && error.code === "NO_WATCHDOG") {
      const advice = "give the locks of the API a watchdog, if anybody hands off: docs/lock-api.md";
      return { check, health: "warning", found: "the lock API has no watchdog", advice };
    }
    return failed(check, error, "check the Durable Object binding of the Worker, and its log");
  }
}
