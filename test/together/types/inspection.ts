// Wrong use of inspect() and list() does not compile. Checked by `npm run check -- types`; nothing here is run.
import {
  createClient,
  createLocks,
  type HoldMode,
  type InspectedLock,
  inspection,
  type LockPage,
  listLocks,
  lock as lockOf,
  type WaitersUnknown,
} from "leasehound";

const redis = { url: "https://example.com", token: "t" };
const locks = createLocks({ redis });
const client = createClient({ redis, inspection: inspection() });
// @ts-expect-error: inspection is a function
createClient({ redis, inspection });
// @ts-expect-error: inspection() is what inspects
createClient({ redis, inspection: true });
// @ts-expect-error: the facade has it already
createLocks({ redis, inspection: inspection() });

export const pages: Promise<LockPage>[] = [
  locks.list(),
  locks.list({ match: "orders:*", cursor: undefined, limit: 5 }),
  listLocks(client, { limit: 5 }),
  listLocks(locks),
];
// @ts-expect-error: a client has no kinds
client.list();
// @ts-expect-error: a misspelt option
locks.list({ pattern: "orders:*" });
// @ts-expect-error: a cursor is text
locks.list({ cursor: 0 });
// @ts-expect-error: the client comes first
listLocks({ limit: 5 });

export const found: Promise<InspectedLock>[] = [
  locks.lock("a").inspect(),
  lockOf(client, "a").inspect(),
  locks.readWriteLock("b").inspect(),
  locks.readWriteLock("b").readLock().inspect(),
];
// @ts-expect-error: a lock of several has no state of its own
locks.multiLock(locks.lock("a")).inspect();
// @ts-expect-error: a fence has no holders
locks.fence("a").inspect();

export async function uses(): Promise<readonly (HoldMode | undefined)[]> {
  const { mode, holders, waiters, waitersUnknownBecause } = await locks.lock("a").inspect();
  // @ts-expect-error: a free lock has no mode
  const held: HoldMode = mode;
  // @ts-expect-error: Redis may refuse to count them
  const many: number = waiters;
  // @ts-expect-error: with a number, there is no reason
  const why: WaitersUnknown = waitersUnknownBecause;
  // @ts-expect-error: it is no reason of ours
  const isBusy: boolean = waitersUnknownBecause === "busy";
  // @ts-expect-error: `waiters` took the place of both
  (await locks.lock("a").inspect()).listeners + (await locks.lock("a").inspect()).isolates;
  // @ts-expect-error: it may have been forgotten, and then is undefined
  const since: Date = new Date(holders[0]?.since);
  // @ts-expect-error: an answer is not changed
  holders.push(since, many, why, isBusy);
  // @ts-expect-error: a semaphore has no holders
  (await locks.semaphore("s").inspect()).holders;
  return [held, ...holders.map((holder) => holder.mode)];
}
