// Reads and writes of a state. A write that comes too late never replaces what a later holder may have read.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { StateBucket } from "../../../src/service/api/index.ts";
import { eventually } from "../../support/eventually.ts";
import { gate } from "../../support/gate.ts";
import { newState, TofuClient, TofuStage, tofuBackend } from "../../support/tofu-backend.ts";

const ONE = '{"version":4,"serial":1}';
const TWO = '{"version":4,"serial":2}';
const REFUSED = { status: 409 };
const DONE = { status: 200 };
const MAX_STATE_BYTES = 16_777_216;

let stage: TofuStage;
let state: string;
beforeAll(async () => {
  stage = await TofuStage.start();
});
afterAll(() => stage?.[Symbol.asyncDispose]());
beforeEach(() => {
  state = newState();
});

const client = (lease = "1h", at = stage.app): TofuClient => new TofuClient(at, `${state}?lease=${lease}`);

/** Waits until this client has the lock, which another one let expire. */
async function lockNext(next: TofuClient): Promise<void> {
  await eventually(async () => (await next.lock()).status === 200);
}

/** A bucket whose writes with a condition wait until `open`. */
function pausedBucket(): { readonly bucket: StateBucket; readonly reached: Promise<void>; open(): void } {
  const [reached, released] = [gate(), gate()];
  const { bucket } = stage.r2;
  const paused: StateBucket = {
    get: (key) => bucket.get(key),
    delete: (key) => bucket.delete(key),
    async put(key, value, options) {
      if (options.onlyIf !== undefined) {
        reached.open();
        await released.opened;
      }
      return bucket.put(key, value, options);
    },
  };
  return { bucket: paused, reached: reached.opened, open: released.open };
}

it("a state is 404 before it was locked, 204 before it was written, and then as it was written", async () => {
  const holder = client();
  expect(await holder.read()).toMatchObject({ status: 404 });
  await holder.lock();
  expect(await holder.read()).toMatchObject({ status: 204, text: "" });
  expect(await holder.write(ONE)).toMatchObject({ status: 200, text: "" });
  const { headers, ...read } = await holder.read();
  expect(read).toEqual({ status: 200, text: ONE });
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("cache-control")).toBe("no-store");
  await holder.unlock();
  await client().lock();
  expect(await client().read()).toMatchObject({ status: 200, text: ONE });
});

it("a write without an id is 409 while the state is locked, and passes while it is not", async () => {
  const [holder, other] = [client(), client()];
  expect(await other.write(ONE, false)).toMatchObject(DONE);
  await holder.lock();
  expect(await other.write(TWO, false)).toMatchObject(REFUSED);
  await holder.unlock();
  expect(await other.write(TWO, false)).toMatchObject(DONE);
  expect(await holder.read()).toMatchObject({ text: TWO });
});

it("a write with the id of no holder is 409", async () => {
  const holder = client();
  expect(await holder.write(ONE)).toMatchObject(REFUSED);
  await holder.lock();
  expect(await client().write(ONE)).toMatchObject(REFUSED);
  await holder.unlock();
  expect(await holder.write(ONE)).toMatchObject(REFUSED);
  expect(await holder.read()).toMatchObject({ status: 204 });
});

it("a write after the end of the lease is 409, whether another client has the lock or had it", async () => {
  const [stale, next] = [client("1s"), client()];
  await stale.lock();
  await eventually(async () => !(await stage.locks.lock(`tofu/${state}`).isLocked()));
  expect(await stale.write(ONE)).toMatchObject(REFUSED);
  await next.lock();
  expect(await stale.write(ONE)).toMatchObject(REFUSED);
  expect(await next.write(TWO)).toMatchObject(DONE);
  await next.unlock();
  expect(await stale.write(ONE)).toMatchObject(REFUSED);
  expect(await next.read()).toMatchObject({ text: TWO });
});

it("a write after the lock was freed by force is 409", async () => {
  const holder = client();
  await holder.lock();
  await stage.locks.lock(`tofu/${state}`).forceRelease();
  expect(await holder.write(ONE)).toMatchObject(REFUSED);
});

it.each(["a first", "another"])(
  "%s write that was permitted before its lease ended does not pass the next LOCK",
  async (which) => {
    if (which === "another") await client().write("{}", false);
    const paused = pausedBucket();
    const [stale, next] = [client("1s"), client()];
    await stale.lock();
    const late = new TofuClient(tofuBackend({ locks: stage.locks, bucket: paused.bucket }), state, {
      id: stale.id,
    }).write(ONE);
    await paused.reached;
    await lockNext(next);
    const before = await next.read();
    paused.open();
    expect(await late).toMatchObject(REFUSED);
    expect(await next.read()).toMatchObject({ status: before.status, text: before.text });
    expect(await next.write(TWO)).toMatchObject(DONE);
  },
);

it("a write without an id that was permitted before a LOCK does not pass that LOCK", async () => {
  const paused = pausedBucket();
  const late = client("1h", tofuBackend({ locks: stage.locks, bucket: paused.bucket })).write(ONE, false);
  await paused.reached;
  const holder = client();
  await holder.lock();
  paused.open();
  expect(await late).toMatchObject(REFUSED);
  expect(await holder.read()).toMatchObject({ status: 204 });
});

it("a LOCK whose lease ends before the state names its holder is refused, and leaves the next holder alone", async () => {
  const paused = pausedBucket();
  const [late, next] = [client("1s", tofuBackend({ locks: stage.locks, bucket: paused.bucket })), client()];
  const refused = late.lock();
  await paused.reached;
  await lockNext(next);
  paused.open();
  expect(await refused).toMatchObject({ status: 410 });
  expect(await next.write(ONE)).toMatchObject(DONE);
  expect(await client().lock()).toMatchObject({ status: 423 });
});

it("two writes of one holder at once both succeed", async () => {
  const holder = client();
  await holder.lock();
  const answers = await Promise.all([holder.write(ONE), holder.write(ONE)]);
  expect(answers).toMatchObject([DONE, DONE]);
  expect(await holder.read()).toMatchObject({ text: ONE });
});

it("no replaced or refused content stays in the bucket", async () => {
  const paused = pausedBucket();
  const [stale, next] = [client("1s"), client()];
  await stale.lock();
  const late = new TofuClient(tofuBackend({ locks: stage.locks, bucket: paused.bucket }), state, {
    id: stale.id,
  }).write(ONE);
  await paused.reached;
  await lockNext(next);
  paused.open();
  await late;
  expect(await stage.r2.keys(`tofu/contents/${state}/`)).toEqual([]);
  await Promise.all([next.write(ONE), next.write(ONE)]);
  await next.write(TWO);
  expect(await stage.r2.keys(`tofu/contents/${state}/`)).toHaveLength(1);
  expect(await next.read()).toMatchObject({ text: TWO });
});

it("a state of 16 MiB passes through LOCK, and a longer one is 413", async () => {
  const holder = client();
  const largest = `"${"x".repeat(MAX_STATE_BYTES - 2)}"`;
  await holder.lock();
  expect(await holder.write(largest)).toMatchObject(DONE);
  await holder.unlock();
  const next = client();
  await next.lock();
  expect((await next.read()).text.length).toBe(MAX_STATE_BYTES);
  expect(await next.write(`${largest} `)).toMatchObject({ status: 413 });
});

it("an empty state is 400", async () => {
  const holder = client();
  await holder.lock();
  expect(await holder.write("")).toMatchObject({ status: 400 });
});
