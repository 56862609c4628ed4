// The main job, played once: a Worker holds a lock over HTTP for longer than its lease, hands it to the next waiter,
// and a holder that dies frees it within one lease.
import { playKinds } from "./kinds.ts";
import type { Stack } from "./stack.ts";
import { Timeline } from "./timeline.ts";

const LOCK = "orders:42";
const CONTENDERS = 3;

/** Plays, and returns what was promised and did not hold: nothing, if all is well. */
export async function play(stack: Stack, leaseMs: number): Promise<string[]> {
  const timeline = new Timeline(stack.gateway, LOCK, leaseMs);
  const workMs = Math.round(leaseMs * 1.7);
  const post = (path: string, body: object): Promise<Response> =>
    fetch(`${stack.worker.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${stack.apiToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const demo = (route: string, ms: number = workMs): Promise<Response> =>
    post(`/demo/${route}/${LOCK}`, route === "jobs" ? { workMs: ms } : {});

  timeline.say(
    `${CONTENDERS} requests want the lock "${LOCK}" at once; the lease is ${leaseMs} ms, the work ${workMs} ms`,
  );
  const answers = await timeline.follow(Promise.all(Array.from({ length: CONTENDERS }, () => demo("jobs"))));
  expect(
    timeline,
    answers.every(({ status }) => status === 200),
    "every request was served, one at a time",
  );
  expect(timeline, timeline.counts.grants === CONTENDERS, "each got the lock once");
  expect(timeline, timeline.counts.releases === CONTENDERS, "each released it");
  expect(timeline, timeline.counts.renewals >= 3 * CONTENDERS, "each held it longer than its lease, by renewals");

  timeline.say("one more takes the lock and dies with it; another waits");
  const crash = await timeline.follow(demo("crashes"));
  expect(timeline, crash.status === 500, "the holder died");
  const diedAt = performance.now();
  const next = await timeline.follow(demo("jobs"));
  expect(timeline, next.status === 200, "the waiter got the lock of the dead holder");
  expect(timeline, timeline.counts.expiries === 1, "the lock of the dead holder ended with its lease");
  // The waiter's work, the lease, one pause of the waiter, and a slow machine's share.
  expect(timeline, performance.now() - diedAt < leaseMs + workMs + 3_000, "it was free after one lease");

  timeline.say("a request hands its hold to the watchdog, and ends");
  const expiries = timeline.counts.expiries;
  const handedOff: { hold?: string } = Object(await (await timeline.follow(demo("hand-offs"))).json());
  await timeline.follow(until(() => timeline.counts.watched >= 3));
  timeline.say("the Worker and its objects are restarted, as by a deploy");
  await timeline.follow(stack.worker.restart());
  const restartedAt = timeline.counts.watched;
  await timeline.follow(post(`/demo/hand-offs/${LOCK}/status`, { hold: handedOff.hold }));
  const waiter = demo("jobs", 0);
  await timeline.follow(until(() => timeline.counts.watched >= restartedAt + 3));
  expect(timeline, timeline.counts.expiries === expiries, "the lock was kept all the time, by the watchdog's alarm");
  const released = await timeline.follow(post(`/v1/locks/${LOCK}/release`, { hold: handedOff.hold }));
  expect(timeline, released.status === 200, "released from elsewhere, long after the request that took it");
  expect(timeline, (await timeline.follow(waiter)).status === 200, "the next waiter got it");

  await stack.gateway.resetCounters();
  await timeline.follow(demo("jobs", 0));
  const { requests, billed } = await stack.gateway.counters();
  timeline.say(`uncontended, acquire and release cost ${requests} HTTP requests and ${billed} billed commands`);
  expect(timeline, requests === 2, "two requests");
  // On a Redis of the user's own, commandstats counts other clients too.
  expect(timeline, billed === 10 || stack.gateway.redis === undefined, "ten billed commands");

  timeline.say("the other kinds, once each");
  return [...timeline.broken, ...(await playKinds(stack.gateway, (text) => console.log(`          ${text}`)))];
}

/** Ways out: it is so, or 20 seconds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
}

function expect(timeline: Timeline, held: boolean, promise: string): void {
  console.log(`          ${held ? "✓" : "✗"} ${promise}`);
  if (!held) timeline.broken.push(promise);
}
