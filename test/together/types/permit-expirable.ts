// Wrong use of the permit-expirable semaphore does not compile. Checked by `npm run check -- types`; nothing here is run.
import { createLocks, type Held, type Permit, type PermitExpirableSemaphore, type ReleaseResult } from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const semaphore: PermitExpirableSemaphore = locks.permitExpirableSemaphore("pool");

// @ts-expect-error: a semaphore has a name
locks.permitExpirableSemaphore();
// @ts-expect-error: a name is text
locks.permitExpirableSemaphore(42);

export async function permits(context: { waitUntil(promise: Promise<unknown>): void }): Promise<ReleaseResult> {
  await using permit = await semaphore.acquire({ leaseMs: 5_000, waitMs: 0, wait: "poll" });
  permit.keepAlive(context, { maxHoldMs: 60_000 });
  const many: Permit[] = await semaphore.acquireMany(3);
  const id: string = await semaphore.withPermit((used) => used.id, { context, maxHoldMs: 60_000 });
  locks.permitExpirableSemaphore(id, { permits: 3 });
  // @ts-expect-error: several are acquireMany's
  await semaphore.acquire(3);
  // @ts-expect-error: a permit has no owner
  await semaphore.acquire({ owner: "me" });
  // @ts-expect-error: how many
  await semaphore.acquireMany();
  // @ts-expect-error: a misspelt option
  await semaphore.acquireMany(3, { lease: 5_000 });
  // @ts-expect-error: it may be null
  (await semaphore.tryAcquire()).id;
  // @ts-expect-error: how many
  await semaphore.setPermits();
  // @ts-expect-error: ids, not permits
  await semaphore.release(many);
  // @ts-expect-error: what a permit is
  permit.id = "x";
  // @ts-expect-error: permits are not handed off
  await permit.handOff({ maxHoldMs: 60_000 });
  // @ts-expect-error: its id is all that travels
  permit.serialize();
  // @ts-expect-error: a permit is no hold of a lock
  const held: Held = permit;
  await held.release();
  return semaphore.release(many.map(({ id }) => id));
}
