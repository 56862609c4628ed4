// The rows of the fair read/write lock's scripts: see table.ts. The scripts of the read/write lock have the branches
// that do not depend on the queue.
import {
  acquireQueuedCall,
  cancelQueuedCall,
  forceReleaseQueuedCall,
  releaseQueuedCall,
} from "../../../../src/lock/lua/fair-read-write.ts";
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import type { GrantedHold } from "../../../../src/lock/protocol.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { sharedHold } from "../../../support/read-write-state.ts";
import { busy, ended, expire, held, newOwners, type Row, type Run, row, waitsAt } from "./table.ts";

const READ = "fair-read-write/acquire-read";
const WRITE = "fair-read-write/acquire-write";
const READ_END = "fair-read-write/release-read";
const WRITE_END = "fair-read-write/release-write";
const FORCE = "fair-read-write/force-release";
const ISOLATE = "111111";

/** Holds of new owners. */
const reader = (key: string, owner = "a:1"): GrantedHold => ({ ...newOwners(key, owner), shared: true });
const writer = (key: string, owner = "a:1"): GrantedHold => ({
  ...newOwners(key, owner),
  owner: `${ownerNamed(owner)}:write`,
});
/** Holds of the passed owner p:1. */
const reads = (key: string, holdId: string, epoch = holdId): GrantedHold =>
  sharedHold(key, "read", ownerNamed("p:1"), holdId, { epoch });
const writes = (key: string, holdId: string, epoch = holdId): GrantedHold =>
  sharedHold(key, "write", ownerNamed("p:1"), holdId, { epoch });

const accessOf = (hold: GrantedHold): Access => (hold.shared ? "read" : "write");
const acquire = (hold: GrantedHold, last = false, first = true) =>
  acquireQueuedCall(hold, accessOf(hold), ISOLATE, { last, first });
const later = (hold: GrantedHold) => acquire(hold, false, false);
const release = (hold: GrantedHold) => releaseQueuedCall(hold, true, accessOf(hold));
const giveUp = (hold: GrantedHold) => cancelQueuedCall(hold, accessOf(hold), ISOLATE);

/** Each makes one attempt, in this order. */
async function queue(run: Run, ...holds: GrantedHold[]): Promise<void> {
  for (const hold of holds) await run(acquire(hold));
}

const reading: readonly Row[] = [
  row(READ, "free, new owner", held(1, ""), async (_, key) => acquire(reader(key))),
  row(READ, "free, passed owner", held(1, "h1"), async (_, key) => acquire(reads(key, "h1"))),
  row(READ, "others read, and nobody waits", held(1, ""), async (run, key) => {
    await queue(run, reader(key, "b:2"));
    return acquire(reader(key));
  }),
  row(READ, "others read, and a writer waits", waitsAt(2), async (run, key) => {
    await queue(run, reader(key, "b:2"), writer(key, "c:3"));
    return acquire(reader(key));
  }),
  row(READ, "somebody writes, a later attempt", busy, async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key));
    return later(reader(key));
  }),
  row(READ, "free, and it is before the first writer", held(1, ""), async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key), writer(key, "c:3"));
    await run(release(writer(key, "b:2")));
    return later(reader(key));
  }),
  row(READ, "free, passed owner, and it is before the first writer", held(1, "h1"), async (run, key) => {
    await queue(run, writer(key, "b:2"), reads(key, "h1"), writer(key, "c:3"));
    await run(release(writer(key, "b:2")));
    return later(reads(key, "h1"));
  }),
  row(READ, "re-entry past a waiting writer", held(2, "h1"), async (run, key) => {
    await queue(run, reads(key, "h1"), writer(key, "c:3"));
    return acquire(reads(key, "h2", "h1"));
  }),
  row(READ, "the writer's own, past a waiting writer", held(1, "h1"), async (run, key) => {
    await queue(run, writes(key, "w1"), writer(key, "c:3"));
    return acquire(reads(key, "h1"));
  }),
  row(READ, "refused before, at the last attempt", ended("refused"), async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key));
    await run(acquire(reader(key), true));
    return acquire(reader(key), true);
  }),
  row(READ, "an attempt after it gave up", ended("taken"), async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key));
    await run(giveUp(reader(key)));
    return later(reader(key));
  }),
  row(READ, "an attempt after its release", ended("released"), async (run, key) => {
    await queue(run, reader(key));
    await run(release(reader(key)));
    return acquire(reader(key));
  }),
];

const writing: readonly Row[] = [
  row(WRITE, "free, new owner", held(1, ""), async (_, key) => acquire(writer(key))),
  row(WRITE, "free, passed owner", held(1, "h1"), async (_, key) => acquire(writes(key, "h1"))),
  row(WRITE, "somebody writes", busy, async (run, key) => {
    await queue(run, writer(key, "b:2"));
    return acquire(writer(key));
  }),
  row(WRITE, "others read, behind a reader", waitsAt(2), async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key, "c:3"));
    return acquire(writer(key));
  }),
  row(WRITE, "somebody writes, a later attempt", busy, async (run, key) => {
    await queue(run, writer(key, "b:2"), writer(key));
    return later(writer(key));
  }),
  row(WRITE, "free, and it is the first, new owner", held(1, ""), async (run, key) => {
    await queue(run, writer(key, "b:2"), writer(key), writer(key, "c:3"));
    await run(release(writer(key, "b:2")));
    return later(writer(key));
  }),
  row(WRITE, "free, and it is the first, passed owner", held(1, "h1"), async (run, key) => {
    await queue(run, writer(key, "b:2"), writes(key, "h1"), writer(key, "c:3"));
    await run(release(writer(key, "b:2")));
    return later(writes(key, "h1"));
  }),
  row(WRITE, "free, and another is the first", waitsAt(2), async (run, key) => {
    await queue(run, writer(key, "b:2"), writer(key, "c:3"), writer(key));
    await run(release(writer(key, "b:2")));
    return later(writer(key));
  }),
  row(WRITE, "re-entry past a waiting writer", held(2, "h1"), async (run, key) => {
    await queue(run, writes(key, "h1"), writer(key, "c:3"));
    return acquire(writes(key, "h2", "h1"));
  }),
  row(WRITE, "its owner reads", ended("upgrade"), async (run, key) => {
    await queue(run, reads(key, "h1"));
    return acquire(writes(key, "w1"));
  }),
  row(WRITE, "refused before, at the last attempt, with a reader behind it", ended("refused"), async (run, key) => {
    await queue(run, reader(key, "b:2"), writer(key), reader(key, "c:3"));
    await run(acquire(writer(key), true));
    return acquire(writer(key), true);
  }),
  row(WRITE, "an attempt after a refused last one", ended("refused"), async (run, key) => {
    await queue(run, writer(key, "b:2"), writer(key));
    await run(acquire(writer(key), true));
    return later(writer(key));
  }),
  row(WRITE, "granted before, and the lease ended", ended("lost"), async (run, key) => {
    await queue(run, writer(key));
    await expire(run, key);
    return later(writer(key));
  }),
];

const ending: readonly Row[] = [
  row(READ_END, "the only reader, and a writer waits", ended("released"), async (run, key) => {
    await queue(run, reader(key), writer(key, "b:2"));
    return release(reader(key));
  }),
  row(READ_END, "beside another reader", ended("released"), async (run, key) => {
    await queue(run, reader(key), reader(key, "b:2"), writer(key, "c:3"));
    return release(reader(key));
  }),
  row(READ_END, "one of two holds", ended("still:1"), async (run, key) => {
    await queue(run, reads(key, "h1"), reads(key, "h2", "h1"));
    return release(reads(key, "h1"));
  }),
  row(READ_END, "gives up waiting", ended("taken"), async (run, key) => {
    await queue(run, writer(key, "b:2"), reader(key));
    return giveUp(reader(key));
  }),
  row(READ_END, "gives up, and has never asked", ended("free"), async (_, key) => giveUp(reader(key))),
  row(WRITE_END, "the writer, and readers wait", ended("released"), async (run, key) => {
    await queue(run, writer(key), reader(key, "b:2"), reader(key, "c:3"));
    return release(writer(key));
  }),
  row(WRITE_END, "the writer goes on reading", ended("released"), async (run, key) => {
    await queue(run, writes(key, "w1"), reads(key, "h1"), reader(key, "b:2"));
    return release(writes(key, "w1"));
  }),
  row(WRITE_END, "gives up waiting, and readers follow those that read", ended("taken"), async (run, key) => {
    await queue(run, reader(key, "b:2"), writer(key), reader(key, "c:3"));
    return giveUp(writer(key));
  }),
  row(WRITE_END, "gives up what was granted unheard", ended("released"), async (run, key) => {
    await queue(run, writer(key), writer(key, "b:2"));
    return giveUp(writer(key));
  }),
  row(FORCE, "somebody writes, and others wait", true, async (run, key) => {
    await queue(run, writer(key), writer(key, "b:2"));
    return forceReleaseQueuedCall(key, "request-1", "write");
  }),
  row(FORCE, "the other side holds it", false, async (run, key) => {
    await queue(run, reader(key), writer(key, "b:2"));
    return forceReleaseQueuedCall(key, "request-1", "write");
  }),
];

export const fairReadWriteReplayTable: readonly Row[] = [...reading, ...writing, ...ending];
