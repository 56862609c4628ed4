// The pass: a release that grants the freed lock to a waiter of the same isolate, which accepted it.
import type { Without } from "./guards.ts";
import { before, judgeRun, type Violation } from "./judge.ts";
import { type Redis, type Reply, Run } from "./redis.ts";
import type { HoldPlan, Scenario } from "./scenario.ts";
import { planOf, type Request, type World } from "./world.ts";

/** Returns whether a holder may pass the lock on to this hold: a waiter with a new owner. */
export function isHandedOver({ passes, holds }: Scenario, hold: number): boolean {
  const plan = holds[hold];
  return passes && plan?.isDefault === true && !plan.once;
}

/** Returns the waiters that would accept the lock. */
export function offeredTo(world: World, scenario: Scenario, holder: number): number[] {
  const { owner } = planOf(scenario, holder);
  return [...world.clients.keys()].filter((hold) => {
    const phase = world.clients[hold]?.phase;
    const isIdle = phase === "start" || phase === "waiting";
    return isIdle && isHandedOver(scenario, hold) && planOf(scenario, hold).owner !== owner;
  });
}

/** Runs the script. Its two halves are judged as a release, and as an acquire of the next hold. */
export function runPass(
  world: World,
  request: Request,
  scenario: Scenario,
  without: Without,
): { readonly reply: Reply; readonly wrong: Violation | undefined } {
  const { redis, now, truth } = world;
  const { hold, next } = request;
  const release = { ...request, op: "release" } as const;
  const was = before(redis);
  const reply = new Run(redis, now, planOf(scenario, hold), scenario.beyond, release, without).reply();
  const wrong = judgeRun(truth, was, redis, release, reply);
  if (redis.messages === was.messages || next === undefined) return { reply, wrong };
  const plan = planOf(scenario, next);
  const passed = grant(redis, now, plan, scenario.beyond, without);
  if (passed ? !without.has("pass-is-silent") : without.has("pass-tells")) redis.messages -= 1;
  if (!passed) return { reply, wrong };
  const held = { kind: "held", holdCount: 1, remaining: plan.lease, epoch: "" } as const;
  const taking = { op: "acquire", hold: next, last: false, again: false, epoch: "" } as const;
  const wronglyGranted = judgeRun(truth, { ...was, total: 0 }, redis, taking, held);
  const end = reply.kind === "ended" ? reply.end : "";
  return { reply: { kind: "ended", end, passed }, wrong: wrong ?? wronglyGranted };
}

/** Grants the freed lock, unless Redis remembers anything of its new owner. */
function grant(redis: Redis, now: number, plan: HoldPlan, beyond: number, without: Without): boolean {
  const { owner, lease } = plan;
  if (redis.pages[owner] !== undefined && !without.has("next-page")) return false;
  redis.pages[owner] = { epoch: "", end: "+", until: now + lease + beyond };
  redis.counts[owner] = 1;
  redis.until = now + lease;
  return true;
}
