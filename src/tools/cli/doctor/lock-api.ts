// The checks of a deployed lock API.
import { epochNowMs, nowMs } from "../../../base/clock.ts";
import { type Finding, roundTripOf, unreadable } from "../../../engine/prove/finding.ts";
import type { Api } from "../api.ts";
import { CommandError, failureOf } from "../exit-code.ts";
import { checkLocks } from "./database.ts";
import { checkApiClock, checkDescription, checkForceRelease, checkRate } from "./deployment.ts";
import { failed } from "./finding.ts";
import { checkToken, mayAll, nameOfTest, notAllowed, type OwnToken, ownToken } from "./own-token.ts";

const ROUND_TRIPS = 5;
const KEPT_MS = 30_000;
const ELSEWHERE = "the lock API does not tell";
const AT_DATABASE = "run doctor with the variables of the database";

/** Checks a lock API: whether locks work for this token, its deployment, and its watchdog. */
export async function checkLockApi(api: Api, version: string): Promise<Finding[]> {
  const token = ownToken(api.token);
  const name = nameOfTest(token);
  try {
    const timesMs = await roundTrips(api, name ?? "doctor");
    const sentAt = epochNowMs();
    const headers = await api.headersOf(name ?? "doctor");
    return [
      { check: "lock API", health: "ok", found: `${api.host} answers` },
      checkToken(token, sentAt),
      ...(await checkHolds(api, token, name)),
      mayAll(token, "force-release") && name !== undefined
        ? checkForceRelease(await api.refusalToFree(name))
        : notAllowed("force-release", "this verb"),
      checkRate(headers),
      await checkDescription(await api.description(), version),
      checkApiClock(headers, sentAt, epochNowMs()),
      roundTripOf(timesMs, api.host),
      unreadable("eviction", ELSEWHERE, AT_DATABASE),
      unreadable("streams", ELSEWHERE, AT_DATABASE),
    ];
  } catch (error) {
    const advice = "check LEASEHOUND_API_URL and LEASEHOUND_API_TOKEN, and the log of the Worker";
    return [failed("lock API", failureOf(error), advice)];
  }
}

/** Returns the times of some requests, in ms. */
async function roundTrips(api: Api, name: string): Promise<number[]> {
  const timesMs: number[] = [];
  for (let nth = 0; nth < ROUND_TRIPS; nth += 1) {
    const sentAt = nowMs();
    await api
      .use((locks) => locks.lock(name).isLocked())
      .catch((error: unknown) => {
        // A refusal of this lock or verb is an answer, too.
        if (!(error instanceof CommandError) || error.code !== "HTTP_403") throw error;
      });
    timesMs.push(nowMs() - sentAt);
  }
  return timesMs;
}

async function checkHolds(api: Api, token: OwnToken | undefined, name: string | undefined): Promise<Finding[]> {
  if (name === undefined) {
    const needs = "a name that ends with *, and other locks are left alone";
    return [notAllowed("locks", needs), notAllowed("watchdog", needs)];
  }
  return [
    mayAll(token, "acquire", "release") ? await checkLocks(api, name) : notAllowed("locks", "acquire and release"),
    mayAll(token, "acquire", "release", "hand-off")
      ? await checkWatchdog(api, name)
      : notAllowed("watchdog", "acquire, release and hand-off"),
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
      const advice = "give the locks of the API a watchdog, if anybody hands off: docs/service/run-lock-api.md";
      return { check, health: "warning", found: "the lock API has no watchdog", advice };
    }
    return failed(check, failureOf(error), "check the Durable Object binding of the Worker, and its log");
  }
}
