// Invariants. A run of a script is judged by its effects, its reply and its messages; a world by what its clients
// believe.
import { clientOfOwner, type GrantScenario, isolateOfOwner } from "./scenario.ts";
import {
  clientAt,
  type Entry,
  FREE,
  isolateAt,
  JAVA,
  type Mail,
  NEVER,
  type OwnerState,
  type Published,
  type Reply,
  type Request,
  redisNow,
  type World,
} from "./world.ts";

export const GRANT_VIOLATIONS = {
  "false-belief": "a client believes in a hold that is gone",
  "two-believers": "two clients believe in their holds",
  "granted-after-end": "an owner was granted the lock after its end was told",
  "granted-twice": "an owner was granted the lock twice",
  "foreign-grant": "a run granted the lock to an owner that was not its own, without a message",
  "foreign-end": "a run ended a hold that was not its own",
  "false-yes": "a hold was told to count that does not",
  "false-no": "a hold that counts was told to be over, or refused",
  "answer-changed": "a definite answer changed",
  "left-by-done": "a client with a definite answer left a hold",
  untold: "a lock was freed without a grant and without a message",
  "granted-to-dead": "a lock was granted to a waiter whose mailbox nobody hears",
  "told-in-vain": "a release was published although the lock is held",
  uncalled: "a lock was left free, and no live waiter that stands was called",
  unflagged: "requests stand, and no flag tells the next release of them",
  forgotten: "the lock stays free although a live waiter stands",
  "java-untold": "for longer than promised, no release was published while releases granted the lock",
  "lost-waiter": "a waiter was told the loss of a lock that it never held",
} as const;

export type GrantViolation = keyof typeof GRANT_VIOLATIONS;

/** What a run may change. */
export interface Before {
  readonly holder: number;
  readonly list: readonly Entry[];
}

/** A run of a script; without a request, a forced release. */
export interface Judged {
  readonly was: Before;
  readonly request?: Request;
  readonly reply?: Reply;
  readonly published: readonly Published[];
}

/** Judges one run, and updates the truth. */
export function judgeRun(world: World, scenario: GrantScenario, run: Judged): GrantViolation | undefined {
  const { redis, truth } = world;
  const grant = run.published.find((each) => each.kind === "granted");
  const isReserved =
    grant === undefined && run.published.some((each) => each.kind === "try" && each.owner === redis.holder);
  const isSame = redis.holder === run.was.holder && grant?.owner !== redis.holder && !isReserved;
  const gain = isReserved ? judgeReservation : judgeGain;
  const wrong = isSame ? undefined : (judgeLoss(world, scenario, run) ?? gain(world, scenario, run, grant));
  if (wrong === undefined) noteMessages(world, run, grant);
  const late = grant === undefined ? undefined : judgeQuiet(world, scenario);
  truth.isOwed = redis.holder === FREE && (truth.isOwed || run.was.holder !== FREE);
  return wrong ?? judgeReply(world, scenario, run) ?? judgeMessages(world, scenario, run) ?? late;
}

function judgeLoss(world: World, scenario: GrantScenario, { was, request }: Judged): GrantViolation | undefined {
  const { truth } = world;
  if (was.holder === FREE) return undefined;
  const loser = was.holder;
  truth.live = FREE;
  const isThief = request?.op === "acquire" && scenario.clients[clientOfOwner(scenario, request.owner)]?.steals;
  if (request === undefined || isThief) {
    if (loser !== JAVA) truth.robbed |= 1 << loser;
    return undefined;
  }
  return request.op !== "acquire" && request.op !== "renew" && request.owner === loser ? undefined : "foreign-end";
}

function judgeGain(
  world: World,
  scenario: GrantScenario,
  { request }: Judged,
  grant: Extract<Mail, { kind: "granted" }> | undefined,
): GrantViolation | undefined {
  const { redis, truth } = world;
  const winner = redis.holder;
  if (winner === FREE) return undefined;
  truth.live = winner;
  const bit = 1 << winner;
  const wasGranted = (truth.granted & bit) !== 0;
  truth.granted |= bit;
  if (truth.ends[winner] !== "" && !isStray(world, winner, scenario)) return "granted-after-end";
  // With locked keys, Redis remembers nothing of a grant that nobody heard.
  if (wasGranted && !scenario.locksKeys) return "granted-twice";
  const own = request?.op === "acquire" ? request.owner : request?.op === "pass" ? request.next : FREE;
  return winner === own || winner === grant?.owner ? undefined : "foreign-grant";
}

/** The owner may be the holder again: until its attempt finds that it is, nothing has been granted. */
function judgeReservation(world: World, scenario: GrantScenario): GrantViolation | undefined {
  const { redis, truth } = world;
  truth.live = redis.holder;
  // Nobody else follows the channel of the lock.
  truth.quietSince = NEVER;
  return truth.ends[redis.holder] === "" || isStray(world, redis.holder, scenario) ? undefined : "granted-after-end";
}

/**
 * With locked keys, the renewal that tells a loss leaves a request in the list that a late attempt added. A grant to its
 * owner costs the others a confirmation lease.
 */
function isStray({ redis, truth }: World, owner: number, { locksKeys }: GrantScenario): boolean {
  return locksKeys && (truth.ends[owner] === "lost" || redis.states[owner] === "lost");
}

/** Judges a reply by the state after the run. */
function judgeReply(world: World, scenario: GrantScenario, { request, reply }: Judged): GrantViolation | undefined {
  const { truth } = world;
  if (request === undefined || reply === undefined) return undefined;
  const lives = truth.live === request.owner;
  if (reply.kind === "held") truth.granted |= 1 << request.owner;
  if (reply.kind === "held" || reply.kind === "renewed") return lives ? undefined : "false-yes";
  if (lives && !isStray(world, request.owner, scenario)) return "false-no";
  const end: OwnerState = reply.kind === "ended" ? reply.end : request.last ? "refused" : "";
  if (end === "") return undefined;
  const known = truth.ends[request.owner];
  truth.ends[request.owner] ||= end;
  return known === "" || known === end ? undefined : "answer-changed";
}

function judgeMessages(world: World, scenario: GrantScenario, run: Judged): GrantViolation | undefined {
  const isPublished = run.published.some(({ kind }) => kind === "freed");
  const grant = run.published.find(({ kind }) => kind === "granted");
  if (grant !== undefined && "owner" in grant && !isHeard(world, scenario, grant.owner)) return "granted-to-dead";
  if (world.redis.holder !== FREE) return isPublished ? "told-in-vain" : undefined;
  if (run.was.holder === FREE) return undefined;
  return isPublished ? judgeCalls(world, scenario, run) : "untold";
}

function isHeard(world: World, scenario: GrantScenario, owner: number): boolean {
  return isolateAt(world, isolateOfOwner(scenario, owner)).isAlive;
}

/** If a live waiter stands, and is not behind too many others, one that lives is called to attempt at once. */
function judgeCalls(world: World, scenario: GrantScenario, { was, published }: Judged): GrantViolation | undefined {
  const { mostTried, standing = Number.POSITIVE_INFINITY } = scenario;
  const young = was.list.filter(({ seen }) => redisNow(world) - seen < standing);
  const live = young.filter(({ owner }) => waits(world, scenario, owner));
  const called = published.flatMap((each) => ("owner" in each ? [each.owner] : []));
  const isUncounted = (owner: number): boolean => was.list.some((each) => each.owner === owner && each.onlyCalled);
  // Nobody counts the mailbox of such a one, so that nobody knows of its death: the next is called for later.
  const first = called.findIndex((owner) => !isUncounted(owner));
  const atOnce = first < 0 ? called : called.slice(0, first + 1);
  if (live.length === 0 || atOnce.some((owner) => waits(world, scenario, owner))) return undefined;
  // Too many dead ones are before the live ones, who poll.
  const isFar = !was.list.slice(0, mostTried).some((entry) => live.includes(entry));
  // Two dead ones that nobody counts: the third was not looked at.
  const areUncounted = called.length === 3 && called.slice(0, 2).every(isUncounted);
  if (!isFar && !areUncounted) return "uncalled";
  world.truth.isOwed = false;
  return undefined;
}

/** Returns whether a live waiter stands under this owner, which Redis does not know yet. */
export function waits(world: World, scenario: GrantScenario, owner: number): boolean {
  const client = clientAt(world, clientOfOwner(scenario, owner));
  const isWaiting = client.phase === "waiting" || client.phase === "acquiring" || client.phase === "receiving";
  if (client.owner !== owner || !isWaiting || world.redis.states[owner] !== "") return false;
  return isHeard(world, scenario, owner);
}

function noteMessages(world: World, { request, published }: Judged, grant: Mail | undefined): void {
  const { truth } = world;
  if (published.some(({ kind }) => kind === "freed")) truth.quietSince = NEVER;
  else if (grant !== undefined) {
    // A holder that did not hear its grant cannot know when a release was last published.
    const isUnknown = request === undefined || ((truth.heard >> request.owner) & 1) === 0 || request.op === "cancel";
    if (isUnknown || truth.quietSince === NEVER) truth.quietSince = redisNow(world);
  } else if (request?.op === "acquire" && truth.live === request.owner) truth.quietSince = NEVER;
}

function judgeQuiet(world: World, { untold }: GrantScenario): GrantViolation | undefined {
  if (untold === undefined || world.truth.quietSince === NEVER) return undefined;
  return redisNow(world) - world.truth.quietSince >= untold ? "java-untold" : undefined;
}

/** Judges the state between two events. */
export function judgeWorld(world: World, scenario: GrantScenario): GrantViolation | undefined {
  const { redis, truth, clients } = world;
  if (redis.list.length > 0 && !redis.flag) return "unflagged";
  let believers = 0;
  for (const { phase, owner, belief } of clients) {
    if (phase === "done" && truth.live === owner && !isStray(world, owner, scenario)) return "left-by-done";
    // Until it asks, or its lease ends, a robbed owner does not know of it.
    if (belief <= world.now || ((truth.robbed >> owner) & 1) === 1) continue;
    if (truth.live !== owner || redis.holder !== owner) return "false-belief";
    believers += 1;
  }
  if (believers > 1) return "two-believers";
  return scenario.isLossless && isForgotten(world, scenario) ? "forgotten" : undefined;
}

/** Nothing is on its way any more, and nobody has been called. */
function isForgotten(world: World, scenario: GrantScenario): boolean {
  const { redis, truth, clients } = world;
  if (!truth.isOwed || world.requests.length + world.answers.length + world.mail.length > 0) return false;
  if (clients.some(({ isCalled }) => isCalled)) return false;
  return redis.list.some(({ owner }) => waits(world, scenario, owner));
}
