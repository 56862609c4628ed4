// Wrong use of a light lock does not compile. Checked by `npm run check -- types`; nothing here is run.
import { createLocks } from "leasehound";
import { createLightLocks, type LightHeld, type LightLock } from "leasehound/light";

const redis = { url: "https://example.com", token: "t" };
const light = createLightLocks({ redis, leaseMs: 30_000, waitMs: 0, pollMs: 50, prefix: "", onEvent: console.log });
const lock: LightLock = light.lock("x");

export async function wrongLocks(held: LightHeld): Promise<void> {
  const text: string = await light.withLock("x", ({ owner }) => owner, { label: "l", leaseMs: 5_000, maxHoldMs: 1 });
  const outcome: "released" | "lost" | "unknown" = (await held.release()).outcome;
  // @ts-expect-error: the address is needed
  createLightLocks({});
  // @ts-expect-error: no watchdog keeps its holds
  createLightLocks({ redis, watchdog: undefined });
  // @ts-expect-error: no messages wake its waiters
  await lock.acquire({ wait: "subscribe" });
  // @ts-expect-error: each attempt is an owner of its own: it is not reentrant
  await lock.acquire({ owner: held.owner });
  // @ts-expect-error: it cannot be stolen
  await lock.acquire({ steal: true });
  // @ts-expect-error: a name
  light.lock(1);
  // @ts-expect-error: no text
  held.serialize();
  // @ts-expect-error: no hand-off
  await held.handOff({ maxHoldMs: 60_000 });
  // @ts-expect-error: no fencing token
  held.fencingToken;
  // @ts-expect-error: no count
  held.holdCount;
  // @ts-expect-error: no message tells of a theft
  held.keepAlive({ waitUntil() {} }, { listen: true });
  // @ts-expect-error: no texts of holds
  await lock.resume(text);
  // @ts-expect-error: it tells nothing but whether it is held
  await lock.inspect();
  // @ts-expect-error: nobody knows the lease of another holder
  await lock.remainingMs(outcome);
  // @ts-expect-error: no other kinds
  light.fencedLock("x");
  // @ts-expect-error: it is no member of several locks
  createLocks({ redis }).multiLock(lock, lock);
}
