// The checks of a database.
import { nowMs } from "../../../base/clock.ts";
import { RedisRefusedError, RedisUnreachableError } from "../../../base/errors.ts";
import { readingOf } from "../../../engine/prove/clocks.ts";
import { evictionOf, type RunCommand } from "../../../engine/prove/eviction.ts";
import { type Finding, roundTripOf, unreadable } from "../../../engine/prove/finding.ts";
import { Listening } from "../../../engine/prove/streams.ts";
import { releaseChannel } from "../../../lock/keys.ts";
import { isOfUpstash, KEY_LOCKING_LINE } from "../../../lock/redis/key-locking.ts";
import { CURES } from "../../../lock/redis/script-port.ts";
import type { Database } from "../database.ts";
import { failureOf } from "../exit-code.ts";
import type { Service } from "../service.ts";
import type { Way } from "../way.ts";
import { commandsOf } from "./commands-of.ts";

import { clockOf, failed } from "./finding.ts";

const ROUND_TRIPS = 5;
const OF_DATABASE = {
  ...{ mostMs: 2_000, of: "the database" },
  effect: "ages are shown wrong, although leases are not affected",
};
const LOCKS_ITS_KEY = `${KEY_LOCKING_LINE}return redis.call('EXISTS', KEYS[1])`;

/** Checks a database: whether locks work there, and what could take them away or slow them down. */
export async function checkDatabase(service: Database): Promise<Finding[]> {
  const { way } = service;
  const run = commandsOf(way);
  // The key and the channel of a lock: a user with the rights of `leasehound acl` has no others.
  const key = `${service.prefix}doctor:${crypto.randomUUID()}`;
  try {
    await ask(run, key);
  } catch (error) {
    const given = [...new Set([way.givenBy.address, way.givenBy.secret])].join(" and ");
    return [failed("database", failureOf(error, way), `check ${given}, and that this machine may connect`)];
  }
  return [
    { check: "database", health: "ok", found: `${way.host} answers` },
    await checkLocks(service, `doctor:${crypto.randomUUID()}`),
    await evictionOf(run),
    await checkClock(run),
    await checkKeyLocking(run, way, key),
    await checkStreams(run, way, releaseChannel(key)),
    await checkRoundTrip(run, way, key),
    unreadable("watchdog", "a database does not name it", "set LEASEHOUND_API_URL to the Worker to check its watchdog"),
  ];
}

/** Reads: a token that may only read must not look like no database. */
async function ask(run: RunCommand, key: string): Promise<void> {
  await run("EXISTS", key);
}

/** Acquires and releases a lock that nobody else uses. */
export async function checkLocks(service: Service, name: string): Promise<Finding> {
  const options = { waitMs: 0, leaseMs: undefined, label: "leasehound doctor", onBusy: () => {} };
  try {
    const { signal } = new AbortController();
    const held = await service.acquire(name, { ...options, signal });
    await held.release();
    return { check: "locks", health: "ok", found: "a lock was acquired and released" };
  } catch (error) {
    return failed("locks", failureOf(error), adviceOn(error));
  }
}

function adviceOn(error: unknown): string {
  const isRefused = error instanceof RedisRefusedError;
  const redisCode = isRefused || error instanceof RedisUnreachableError ? error.redisCode : "";
  const otherwise = isRefused
    ? "use a token that may write and run scripts, not a read-only one"
    : "try again: it answered before";
  return CURES[redisCode] ?? otherwise;
}

async function checkClock(run: RunCommand): Promise<Finding> {
  const read = await readingOf(() => run("TIME")).catch(() => undefined);
  if (read === undefined) return unreadable("clock", "the database refuses TIME");
  const { redisMs, wallMs, withinMs } = read;
  return clockOf(Math.max(0, Math.abs(redisMs - wallMs) - withinMs), OF_DATABASE);
}

/** Finds out whether a script locks its keys alone, so that locks do not stop the rest of the database. */
async function checkKeyLocking(run: RunCommand, { host }: Way, key: string): Promise<Finding> {
  const check = "key locking";
  try {
    await run("EVAL", LOCKS_ITS_KEY, "1", key);
  } catch (error) {
    if (!(error instanceof RedisRefusedError && error.redisCode === "ERR")) {
      return unreadable(check, "the database did not run the script");
    }
    return { check, health: "ok", found: "off: the database does not know it, and runs scripts one at a time" };
  }
  if (isOfUpstash(`https://${host}`)) {
    return { check, health: "ok", found: "on: a script locks its keys, and not the database" };
  }
  const advice = "pass `keyLocking: true` to createLocks: it does so by itself only at an address of Upstash";
  return { check, health: "ok", found: "off, although the database knows it", advice };
}

/** Subscribes to a channel, publishes there, and waits for the message. */
async function checkStreams(run: RunCommand, way: Way, name: string): Promise<Finding> {
  const check = "streams";
  const listening = new Listening({ follow: way.newFollow() }, name);
  const isHeard =
    (await listening.opened()) &&
    (await run("PUBLISH", name, "hello").then(
      () => listening.hears("hello"),
      () => false,
    ));
  await listening.stop();
  if (isHeard) return { check, health: "ok", found: "a message arrived: a release wakes waiters at once" };
  const advice = "allow SUBSCRIBE and PUBLISH, and event streams in proxies: until then, waiters poll";
  return { check, health: "warning", found: "no message arrived over a stream", advice };
}

async function checkRoundTrip(run: RunCommand, way: Way, key: string): Promise<Finding> {
  const timesMs: number[] = [];
  try {
    for (let nth = 0; nth < ROUND_TRIPS; nth += 1) {
      const sentAt = nowMs();
      await ask(run, key);
      timesMs.push(nowMs() - sentAt);
    }
    return roundTripOf(timesMs, way.host);
  } catch (error) {
    return failed("round trip", failureOf(error, way), "try again: the database answered before");
  }
}
