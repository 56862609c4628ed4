// Invariants. A run of a script is judged by its effect on the counts and by its reply; a world by the validity of its
// clients' holds.
import { isLocked, type Redis, type Reply, type ScriptRun } from "./redis.ts";
import type { Scenario } from "./scenario.ts";
import type { Truth, World } from "./world.ts";

export const VIOLATIONS = {
  "granted-after-end": "a hold was counted after it had ended",
  "second-life": "a hold was counted in two lives of the lock",
  "counted-twice": "one hold was counted twice",
  "foreign-end": "a hold was ended that was not its own",
  "left-behind": "an end was told of a hold that is still counted",
  "false-yes": "a hold was told to count that does not",
  "false-no": "a hold that counts was told to be over, or refused",
  "answer-changed": "a definite answer changed",
  "wrong-count": "the owner's field is not the number of its holds",
  "two-owners": "two owners are in the lock's hash",
  "false-belief": "a client believes in a hold that is gone",
  "two-believers": "clients of two owners believe in their holds",
  "left-by-done": "a client with a definite answer left a hold",
  "freed-again": "a repeated request of others freed the lock again, or prolonged it",
  untold: "a lock was freed without a message",
  "told-in-vain": "a message was published although the lock is held",
} as const;

export type Violation = keyof typeof VIOLATIONS;

/** The counts before a run. */
export interface Before {
  readonly total: number;
  readonly counts: readonly number[];
  readonly messages: number;
  readonly until: number;
}

/** Returns whether the run stole the lock. Its victims' holds have ended: it is judged as an acquire of a free lock. */
export function isTheft(
  { holds }: Scenario,
  was: Before,
  { op, hold }: ScriptRun,
  reply: Reply,
  redis: Redis,
): boolean {
  const plan = holds[hold];
  if (plan?.steals !== true || op !== "acquire" || reply.kind !== "held" || was.total === 0) return false;
  return was.counts[plan.owner] === 0 && redis.counts[plan.owner] === 1;
}

export function before(redis: Redis): Before {
  return { total: total(redis), counts: redis.counts.slice(), messages: redis.messages, until: redis.until };
}

function total(redis: Redis): number {
  let sum = 0;
  for (const count of redis.counts) sum += count;
  return sum;
}

/** Judges one run of a script for one hold, and updates the truth. */
export function judgeRun(truth: Truth, was: Before, redis: Redis, run: ScriptRun, reply: Reply): Violation | undefined {
  const { op, hold } = run;
  const bit = 1 << hold;
  const is = total(redis);
  const ended = op === "release" || op === "cancel";
  const hadEnded = truth.ends[hold] !== "";
  const lived = (truth.live & bit) !== 0;

  let wrong: Violation | undefined;
  if (is > was.total) {
    // An acquire of the free lock starts a new life of it.
    if (was.total === 0) truth.live = 0;
    if (was.total === 0) truth.javaLive = 0;
    if (op !== "acquire" || hadEnded) wrong = "granted-after-end";
    else if (lived && was.total > 0) wrong = "counted-twice";
    else if ((truth.granted & bit) !== 0) wrong = "second-life";
    truth.live |= bit;
    truth.granted |= bit;
  }
  if (is < was.total) {
    if (!ended || !lived) wrong = "foreign-end";
    truth.live &= ~bit;
  }
  return wrong ?? judgeReply(truth, run, reply);
}

/** Judges a reply by the state after the run. */
function judgeReply(truth: Truth, { op, hold, last }: ScriptRun, reply: Reply): Violation | undefined {
  const lives = ((truth.live >> hold) & 1) === 1;
  if (reply.kind === "held" || reply.kind === "renewed" || reply.kind === "counted") {
    return lives ? undefined : "false-yes";
  }
  if (lives) return op === "release" || op === "cancel" ? "left-behind" : "false-no";
  const end = reply.kind === "ended" ? reply.end : reply.kind === "busy" && last ? "refused" : "";
  if (end === "") return undefined;
  if (truth.ends[hold] !== "") return truth.ends[hold] === end ? undefined : "answer-changed";
  truth.ends[hold] = end;
  return undefined;
}

/** Judges the messages of a whole run. A forced release and an expired lease are not judged here. */
export function judgeMessages(was: Before, redis: Redis): Violation | undefined {
  const told = redis.messages > was.messages;
  if (!told && was.total > 0 && !isLocked(redis)) return "untold";
  return told && isLocked(redis) ? "told-in-vain" : undefined;
}

export function judgeForce(was: Before, redis: Redis, ranBefore: boolean): Violation | undefined {
  return ranBefore && (total(redis) < was.total || redis.until > was.until) ? "freed-again" : undefined;
}

/** Judges the state between two events. */
export function judgeWorld(world: World, scenario: Scenario): Violation | undefined {
  const { redis, truth } = world;
  let owners = 0;
  for (const [owner, count] of redis.counts.entries()) {
    if (count > 0) owners += 1;
    if (count !== holdsOf(truth, scenario, owner)) return "wrong-count";
  }
  if (owners > 1) return "two-owners";
  if (world.clients.some(({ phase }, hold) => phase === "done" && (truth.live >> hold) & 1)) return "left-by-done";
  return judgeBelief(world, scenario);
}

/** After a forced release, its victims' holds stay valid until the next request or the end of their leases. */
export function judgeBelief(world: World, scenario: Scenario): Violation | undefined {
  if (world.forced) return undefined;
  let believer: number | undefined;
  for (const [hold, { belief }] of world.clients.entries()) {
    if (belief <= world.now) continue;
    const owner = scenario.holds[hold]?.owner;
    // Until it asks, or its lease ends, a victim does not know of the theft.
    if ((world.robbed >> hold) & 1) continue;
    if (believer !== undefined && believer !== owner) return "two-believers";
    believer = owner;
    if (!isLocked(world.redis) || ((world.truth.live >> hold) & 1) === 0) return "false-belief";
  }
  return undefined;
}

function holdsOf(truth: Truth, scenario: Scenario, owner: number): number {
  let holds = scenario.java?.owner === owner ? truth.javaLive : 0;
  for (const [hold, plan] of scenario.holds.entries()) {
    if (plan.owner === owner) holds += (truth.live >> hold) & 1;
  }
  return holds;
}
