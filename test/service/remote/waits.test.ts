// Waits of the typed client of the lock API: one request, whose answer tells the place in the queue.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type WaitProgress } from "../../../src/index.ts";
import { createRemoteLocks, type Fetch, type RemoteLocks } from "../../../src/service/remote/index.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { rejection } from "../../support/rejection.ts";
import { RemoteStage } from "../../support/remote-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const direct = createLocks({ redis, pollMs: 500 });

let stage: RemoteStage;
let url = "";
beforeAll(async () => {
  stage = await RemoteStage.start();
  url = stage.serve(direct);
});
afterAll(() => stage?.stop());

let name: string;
/** The requests of the test: their bodies, and their keys. */
let asked: { readonly verb: string; readonly key: string | null; readonly waitMs?: number }[];
beforeEach(() => {
  name = uniqueName();
  asked = [];
});

/** Returns the client of an API. `answers`: changes the n-th answer, from 1. */
function remote(
  answers: (response: Response, nth: number) => Response | Promise<Response> = (same) => same,
  of: string = url,
): RemoteLocks {
  const send: Fetch = async (to, init) => {
    const key = new Headers(init.headers).get("idempotency-key");
    asked.push({ ...JSON.parse(String(init.body ?? "{}")), verb: to.slice(to.lastIndexOf("/") + 1), key });
    const nth = asked.length;
    return answers(await fetch(to, init), nth);
  };
  return createRemoteLocks({ url: of, token: TOKEN, fetch: send });
}

/** Cuts an answer before the chunk that contains a text, or lets that chunk through first. */
function cutAt(response: Response, text: string, how: "before" | "after"): Response {
  const decoder = new TextDecoder();
  const cutting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const isThere = decoder.decode(chunk).includes(text);
      if (!isThere || how === "after") controller.enqueue(chunk);
      if (isThere) controller.error(new TypeError("the connection was cut"));
    },
  });
  return new Response(response.body?.pipeThrough(cutting), response);
}

const verbs = (): string[] => asked.map(({ verb }) => verb);

describe("a wait", () => {
  it("is one request, and tells each place in the queue", async () => {
    const holder = await direct.fairLock(name).acquire({ leaseMs: 60_000 });
    const leaving = new AbortController();
    const before = direct.fairLock(name).acquire({ waitMs: 60_000, signal: leaving.signal });
    const gone = rejection(before);
    await eventually(async () => (await direct.fairLock(name).inspect()).queueLength === 1);
    const told: WaitProgress[] = [];
    const waiting = remote()
      .fairLock(name)
      .acquire({ waitMs: 40_000, onWait: (progress) => told.push(progress) });
    await eventually(() => told.length > 0);
    expect(told[0]).toMatchObject({ position: 2, attempts: 1, remainingMs: expect.any(Number) });
    leaving.abort();
    expect(await gone).toMatchObject({ code: "ABORTED" });
    await eventually(() => told.at(-1)?.position === 1);
    await holder.release();
    const held = await waiting;
    expect(held.holdCount).toBe(1);
    // A grant that came late is renewed first.
    expect(verbs().filter((verb) => verb !== "renew")).toEqual(["acquire"]);
    expect(await held.release()).toMatchObject({ outcome: "released" });
  });

  it("for a free lock is one request", async () => {
    await (await remote().lock(name).acquire()).release();
    expect(verbs()).toEqual(["acquire", "release"]);
  });

  it("goes on under the same key when its answer is cut, and gets one hold", async () => {
    const holder = await direct.lock(name).acquire({ leaseMs: 60_000 });
    const locks = remote((response, nth) => (nth === 1 ? cutAt(response, "waiting", "after") : response));
    const waiting = locks.lock(name).acquire({ waitMs: 40_000 });
    await eventually(() => asked.length >= 2);
    await holder.release();
    const held = await waiting;
    expect(held.holdCount).toBe(1);
    const [first, second] = asked;
    // The copy does not prolong the wait.
    expect(second?.waitMs).toBeLessThan(first?.waitMs ?? 0);
    expect(new Set(asked.filter(({ verb }) => verb === "acquire").map(({ key }) => key)).size).toBe(1);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await direct.lock(name).isLocked()).toBe(false);
  });

  it("gets the hold whose grant was cut off, valid from the first copy on", async () => {
    const leaseMs = 20_000;
    const start = Date.now();
    const longer = stage.serve(createLocks({ redis, leaseMs }));
    const locks = remote((response, nth) => (nth === 1 ? cutAt(response, "granted", "before") : response), longer);
    const held = await locks.lock(name).acquire({ waitMs: 40_000 });
    expect(verbs()).toEqual(["acquire", "acquire"]);
    expect(held.validUntil).toBeLessThanOrEqual(start + leaseMs + 100);
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
    expect(await direct.lock(name).isLocked()).toBe(false);
  });

  it("does not believe longer than Redis in a hold that it is told of a lease after the first copy", async () => {
    const leaseMs = 1_000;
    const brief = stage.serve(createLocks({ redis, leaseMs }));
    const holder = await direct.lock(name).acquire({ leaseMs: 60_000 });
    // The first copy waits in the API, and gets the lock; a proxy keeps its events, and then cuts them.
    const locks = remote(async (response, nth) => {
      if (nth !== 1) return response;
      await sleep(1.2 * leaseMs);
      await holder.release();
      await eventually(async () => (await direct.lock(name).remainingMs()) > 0);
      await sleep(0.2 * leaseMs);
      void response.body?.cancel();
      throw new TypeError("cut");
    }, brief);
    const held = await locks.lock(name).acquire({ waitMs: 40_000 });
    const believedMs = held.validUntil - Date.now();
    expect(believedMs).toBeLessThanOrEqual(await direct.lock(name).remainingMs());
    expect(await held.release()).toEqual({ outcome: "released", holdCount: 0 });
  });

  it("that is aborted ends its request, and leaves nothing behind", async () => {
    const holder = await direct.fairLock(name).acquire({ leaseMs: 60_000 });
    const stop = new AbortController();
    const waiting = remote()
      .fairLock(name)
      .acquire({ signal: stop.signal, onWait: () => stop.abort("enough") });
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED", cause: "enough" });
    expect(verbs()).toEqual(["acquire", "acquire"]);
    expect(asked[1]?.waitMs).toBe(0);
    await holder.release();
    await (await direct.fairLock(name).acquire({ waitMs: 2_000 })).release();
  });

  it("is ended by close()", async () => {
    await using holder = await direct.lock(name).acquire({ leaseMs: 60_000 });
    const locks = remote();
    const waiting = locks.lock(name).acquire({ waitMs: 40_000, onWait: () => locks.close() });
    await expect(waiting).rejects.toMatchObject({ code: "CLOSED" });
    expect(await holder.check()).toBe(true);
  });

  it("is requested again when an event is malformed", async () => {
    const events = new Response("event: waiting\ndata: <html>\n\n", {
      headers: { "content-type": "text/event-stream" },
    });
    const held = await remote((response, nth) => (nth === 1 ? events : response))
      .lock(name)
      .acquire();
    expect(verbs()).toEqual(["acquire", "acquire"]);
    await held.release();
  });
});
