// The faults of the table. Each is a scene of two holders: the victim has the fault, and the other one waits.
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import { LEASE_MS, type Stop } from "./protocol.ts";
import { type Scene, WAIT_MS } from "./round.ts";

export interface Fault {
  readonly id: string;
  readonly title: string;
  /** The victim keeps its lock, and must not learn of a loss. */
  readonly isHealthy: boolean;
  /** docs/audit/guarantees.md promises that holders of `lock` never overlap. */
  readonly isExclusive: boolean;
  /** The Redis of the scene keeps its data over a restart. */
  readonly keepsData?: true;
  /** The victim's machine can be suspended. */
  readonly hasClocks?: true;
  readonly rounds?: number;
  /** Resolves to the session of the victim. */
  readonly play: (scene: Scene) => Promise<number>;
}

const [SHORT_MS, LONG_MS, STOP_MS] = [400, 2 * LEASE_MS, 1.3 * LEASE_MS];
/** Before Redis starts again. */
const DOWN_MS = 200;
const HANG_MS = 60_000;

/** The victim works, and meanwhile `during` happens; the other one waits, and has the lock next. */
async function healthy(scene: Scene, workMs: number, during: () => Promise<void> | void): Promise<number> {
  const { round, victim, other } = scene;
  const session = round.begin(victim);
  await round.granted(session);
  const next = round.begin(other);
  const end = sleep(workMs);
  await sleep(workMs * (0.2 + 0.2 * scene.draw()));
  await during();
  await end;
  await round.finish(session);
  await round.granted(next);
  await sleep(SHORT_MS);
  await round.finish(next);
  scene.setFaults();
  return session;
}

/**
 * The victim loses its lock by `fault`; the other one waits, and gets it. The victim may work for a whole lease more,
 * beside the other one, until it learns of its loss.
 */
async function losing(scene: Scene, fault: (session: number, granted: () => Promise<boolean>) => Promise<void>) {
  const { round, victim, other } = scene;
  const session = round.begin(victim);
  await round.granted(session);
  const next = round.begin(other);
  await sleep(SHORT_MS + SHORT_MS * scene.draw());
  await fault(session, () => round.granted(next));
  await round.granted(next);
  await round.ended(session, LEASE_MS);
  await sleep(SHORT_MS);
  await round.finish(session);
  await round.finish(next);
  return session;
}

/** The first request of an acquire has this fault. */
async function atAcquire(scene: Scene, rule: FaultRule): Promise<number> {
  scene.setFaults({ ...rule, times: 1 });
  return healthy(scene, SHORT_MS + SHORT_MS * scene.draw(), () => {});
}

async function doubled(scene: Scene): Promise<number> {
  // The first copy comes after the releases of both holders.
  const delayMs = 2_500 + 1_000 * scene.draw();
  const arrived = sleep(delayMs + 300);
  scene.setFaults({ fault: "duplicate", delayMs, times: 1 });
  const session = await healthy(scene, SHORT_MS, () => scene.setFaults({ fault: "duplicate", delayMs: 100 }));
  await arrived;
  await scene.round.pass(scene.victim, SHORT_MS);
  return session;
}

async function lateAnswer(scene: Scene): Promise<number> {
  const { round, victim, other } = scene;
  const replyDelayMs = LEASE_MS * (1.2 + 0.1 * scene.draw());
  scene.setFaults({ fault: "delay", replyDelayMs, times: 1 });
  const session = round.begin(victim);
  await sleep(100);
  const next = round.begin(other);
  await sleep(replyDelayMs + SHORT_MS);
  const [first, second] = round.timeline.has(next, "granted") ? [next, session] : [session, next];
  await round.finish(first);
  await round.granted(second);
  await sleep(SHORT_MS);
  await round.finish(second);
  return session;
}

/** The victim stops until the other one has worked for a moment. */
async function stopped(scene: Scene, before: Stop["before"]): Promise<number> {
  const { round, victim, other } = scene;
  const session = round.begin(victim, { atWrite: 5 + Math.floor(10 * scene.draw()), before });
  const next = round.granted(session).then(() => round.begin(other));
  await round.timeline.until(WAIT_MS, () => round.timeline.has(session, "stopped"));
  await Promise.all([sleep(STOP_MS), round.granted(await next)]);
  await sleep(SHORT_MS);
  round.timeline.note(session, "resumed");
  victim.signal("SIGCONT");
  await round.ended(session, LEASE_MS);
  await sleep(SHORT_MS);
  await round.finish(session);
  await round.finish(await next);
  return session;
}

async function suspended(scene: Scene, session: number, granted: () => Promise<boolean>): Promise<void> {
  const { round, victim, stage } = scene;
  round.timeline.note(session, "stopped");
  await stage.clocks.suspend([victim.pid], STOP_MS, async () => {
    await granted();
    await sleep(SHORT_MS);
    round.timeline.note(session, "resumed");
  });
}

async function restart({ stage, round }: Scene): Promise<void> {
  const start = performance.now();
  await stage.restartRedis(DOWN_MS);
  round.noteOutage(performance.now() - start);
}

async function full({ stage }: Scene): Promise<void> {
  await stage.send("CONFIG", "SET", "maxmemory", "1");
  await sleep(LEASE_MS);
  await stage.send("CONFIG", "SET", "maxmemory", "0");
}

const safe = { isHealthy: true, isExclusive: true };
const lossy = { isHealthy: false, isExclusive: true };

export const FAULTS: readonly Fault[] = [
  { id: "none", title: "no fault", ...safe, play: (scene) => healthy(scene, LONG_MS, () => {}) },
  {
    ...{ id: "acquire-lost", title: "reply of acquire lost", ...safe },
    play: (scene) => atAcquire(scene, { fault: "drop-reply" }),
  },
  { id: "doubled", title: "requests doubled, a copy late", ...safe, play: doubled },
  { id: "acquire-late", title: "reply of acquire later than the lease", ...lossy, play: lateAnswer },
  {
    ...{ id: "renewal-lost", title: "reply of a renewal lost", ...safe },
    play: (scene) => healthy(scene, LONG_MS, () => scene.setFaults({ fault: "drop-reply", times: 1 })),
  },
  {
    ...{ id: "renewals-hang", title: "renewals hang", ...lossy },
    play: (scene) => losing(scene, async () => scene.setFaults({ fault: "delay", delayMs: HANG_MS })),
    rounds: 1,
  },
  {
    ...{ id: "stopped", title: "holder stopped for longer than its lease", ...lossy },
    play: (scene) => stopped(scene, "check"),
  },
  {
    ...{ id: "stopped-at-write", title: "holder stopped between its check and its write" },
    ...{ isHealthy: false, isExclusive: false, play: (scene) => stopped(scene, "write") },
  },
  {
    ...{ id: "suspended", title: "machine suspended for longer than the lease", ...lossy, hasClocks: true },
    play: (scene) => losing(scene, (session, granted) => suspended(scene, session, granted)),
  },
  {
    ...{ id: "killed", title: "holder killed", ...lossy, rounds: 1 },
    play: (scene) => losing(scene, async () => scene.victim.signal("SIGKILL")),
  },
  {
    ...{ id: "redis-restarted", title: "Redis killed, with its data", ...safe, keepsData: true },
    play: (scene) => healthy(scene, LONG_MS, () => restart(scene)),
  },
  {
    ...{ id: "redis-emptied", title: "Redis killed, without its data", isHealthy: false, isExclusive: false },
    play: (scene) => losing(scene, () => restart(scene)),
  },
  {
    ...{ id: "redis-full", title: "Redis full for a lease", ...safe },
    play: (scene) => healthy(scene, LONG_MS, () => full(scene)),
  },
];
