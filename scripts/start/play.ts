// The main job, played once. A Worker holds a lock over HTTP for longer than its lease, and hands it to the next
// waiter. A holder that dies frees the lock within one lease.
import { playKinds } from "./kinds.ts";
import { LEGEND } from "./lanes.ts";
import type { Screen } from "./screen.ts";
import type { Stack } from "./stack.ts";
import { Timeline } from "./timeline.ts";

const LOCK = "orders:42";
const CONTENDERS = 3;

interface Scene {
  readonly stack: Stack;
  readonly screen: Screen;
  readonly timeline: Timeline;
  readonly leaseMs: number;
  readonly workMs: number;
}

/** Plays every scene, and checks each promise on the screen. */
export async function play(stack: Stack, screen: Screen, leaseMs: number): Promise<void> {
  const timeline = new Timeline(stack.gateway, screen, LOCK, leaseMs);
  const scene: Scene = { stack, screen, timeline, leaseMs, workMs: Math.round(leaseMs * 1.7) };
  screen.print(LEGEND, "dim");
  screen.print("A, B, C … are the requests, in the order of their first attempts.", "dim");
  screen.print(`The lease of ${leaseMs} ms is the demo's, so that you see it end. The default is 30,000 ms.`, "dim");
  await oneAtATime(scene);
  await deadHolder(scene);
  await handedOff(scene);
  await bill(scene);
  screen.scene("The other kinds", "Each kind keeps its own promise.");
  await playKinds(stack, (holds, promise) => screen.check(holds, promise));
  for (const promise of timeline.broken) screen.check(false, promise);
}

async function oneAtATime(scene: Scene): Promise<void> {
  const { screen, timeline, leaseMs, workMs } = scene;
  const { counts } = timeline;
  screen.scene(
    `${CONTENDERS} requests want "${LOCK}" at once`,
    `One at a time, each for ${workMs} ms: longer than the lease of ${leaseMs} ms.
   Requests of one isolate stand in line for a plain lock. A fair lock keeps the order everywhere.`,
  );
  timeline.begin();
  const answers = await timeline.follow(Promise.all(Array.from({ length: CONTENDERS }, () => work(scene))));
  timeline.end();
  const served = answers.every(({ status }) => status === 200);
  screen.check(served, "every request was served, one at a time");
  screen.check(counts.grants === CONTENDERS, "each got the lock once");
  screen.check(counts.releases === CONTENDERS, "each released it");
  screen.check(counts.renewals >= 3 * CONTENDERS, "each held it longer than its lease, by renewals");
}

async function deadHolder(scene: Scene): Promise<void> {
  const { screen, timeline, leaseMs, workMs } = scene;
  screen.scene("A holder dies", "Its lock is free after one lease, and the waiter gets it.");
  timeline.begin();
  const crash = await timeline.follow(post(scene, `/demo/crashes/${LOCK}`, {}));
  const diedAt = performance.now();
  const next = await timeline.follow(work(scene));
  timeline.end();
  screen.check(crash.status === 500, "the holder died");
  screen.check(next.status === 200, "the waiter got the lock of the dead holder");
  screen.check(timeline.counts.expiries === 1, "the lock of the dead holder ended with its lease");
  // The waiter's work, the lease, one pause of the waiter, and an allowance for a slow machine.
  screen.check(performance.now() - diedAt < leaseMs + workMs + 3_000, "it was free after one lease");
}

async function handedOff(scene: Scene): Promise<void> {
  const { stack, screen, timeline } = scene;
  const { counts } = timeline;
  const status = (hold?: string): Promise<Response> => post(scene, `/demo/hand-offs/${LOCK}/status`, { hold });
  const expiries = counts.expiries;
  screen.scene("A request hands its lock to the watchdog, and ends", "The watchdog renews, also across a deploy.");
  timeline.begin();
  const answer = await timeline.follow(post(scene, `/demo/hand-offs/${LOCK}`, {}));
  const { hold }: { hold?: string } = Object(await answer.json());
  await timeline.follow(until(() => counts.watched >= 3));
  // As a deploy restarts the Worker and its objects.
  await timeline.follow(stack.worker.restart());
  const restartedAt = counts.watched;
  await timeline.follow(status(hold));
  const waiter = work(scene, 0);
  await timeline.follow(until(() => counts.watched >= restartedAt + 3));
  const wasKept = counts.expiries === expiries;
  const released = await timeline.follow(post(scene, `/v1/locks/${LOCK}/release`, { hold }));
  const next = await timeline.follow(waiter);
  timeline.end();
  screen.check(wasKept, "the watchdog's alarm kept the lock, although the Worker was restarted");
  screen.check(released.status === 200, "another request released it, long after the one that took it");
  screen.check(next.status === 200, "the next waiter got it");
}

async function bill(scene: Scene): Promise<void> {
  const { gateway } = scene.stack;
  scene.screen.scene("The bill", "A lock that nobody else wants costs two requests.");
  await gateway.resetCounters();
  await work(scene, 0);
  const { requests, billed } = await gateway.counters();
  scene.screen.check(requests === 2, `acquire and release took two HTTP requests (${requests})`);
  // On a Redis of the user's own, commandstats counts other clients too.
  const isForeign = gateway.redis === undefined && !gateway.isEngine;
  scene.screen.check(billed === 10 || isForeign, `Redis ran ten billed commands (${billed})`);
}

function work(scene: Scene, workMs: number = scene.workMs): Promise<Response> {
  return post(scene, `/demo/jobs/${LOCK}`, { workMs });
}

function post({ stack }: Scene, path: string, body: object): Promise<Response> {
  return fetch(`${stack.worker.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${stack.apiToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Ends when it returns true, or after 20 seconds. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
}
