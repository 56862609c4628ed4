// The world around the lock: the knowledge of every client, the requests in the network, and the truth, which no client
// sees.
import type { End, Epoch } from "./ends.ts";
import type { Op, Redis, Reply, ScriptRun } from "./redis.ts";
import type { HoldPlan, Scenario } from "./scenario.ts";

/** The phases of a client. "done": it has a definite reply. "unknown": it left without one. */
export const PHASES = [
  "start",
  "acquiring",
  "held",
  "renewing",
  "checking",
  "releasing",
  "cancelling",
  "done",
  "unknown",
  // Refused, and in line until its next attempt. Only where a holder may pass the lock on.
  "waiting",
  // It accepted a holder's offer, which is not answered yet.
  "receiving",
] as const;
export type Phase = (typeof PHASES)[number];

export const OPS: readonly Op[] = ["acquire", "renew", "check", "release", "cancel", "pass"];

/** The phase in which a client waits for the reply to this. */
export const WAITS: Record<Op, Phase> = {
  acquire: "acquiring",
  renew: "renewing",
  check: "checking",
  release: "releasing",
  cancel: "cancelling",
  pass: "releasing",
};

export interface Client {
  phase: Phase;
  /** For the request that it waits for: the number of the attempt, and the time it was sent. */
  tries: number;
  sentAt: number;
  /** Its hold is valid before this tick; 0: it is not. */
  belief: number;
  epoch: Epoch;
  renewals: number;
  checks: number;
  /** Requests that may still be sent by text; none before the grant was received. */
  byText: number;
  /** The hold that its release passes the lock on to; undefined: none. */
  passesTo: number | undefined;
}

/** A request in the network, with any number of copies. */
export interface Request extends ScriptRun {
  /** Its client waits for the reply to exactly this one. */
  readonly awaited: boolean;
  /** Its client sent it, and not a client with the hold's text. */
  readonly isClients: boolean;
  readonly sentAt: number;
}

/** A reply in transit to a client that waits for it, or for the reply to a later request like it. */
export interface Answer {
  readonly hold: number;
  readonly op: Op;
  readonly last: boolean;
  readonly reply: Reply;
  /** The time at which its request was sent. */
  readonly sentAt: number;
  /** It answers an earlier request. */
  readonly isStale: boolean;
  /** For a pass: the next hold. */
  readonly next?: number | undefined;
}

/** The true state. */
export interface Truth {
  /** Bit by hold: it is counted. */
  live: number;
  /** Holds of Java. */
  javaLive: number;
  /** Bit by hold: it was granted once. */
  granted: number;
  /** The first definite end in a reply about each hold. */
  ends: End[];
}

export interface World {
  now: number;
  redis: Redis;
  clients: Client[];
  requests: Request[];
  answers: Answer[];
  truth: Truth;
  duplicates: number;
  javaLocks: number;
  forces: number;
  persists: number;
  forgets: number;
  mixups: number;
  /** There was a forced release, whose victims may still believe in their holds. */
  forced: boolean;
  /** Bit by hold: the lock was stolen from it. Its client may still believe in it. */
  robbed: number;
  forgot: boolean;
}

export function newWorld(scenario: Scenario): World {
  const { holds } = scenario;
  return {
    now: 0,
    redis: {
      counts: [0, 0, 0],
      until: 0,
      pages: [undefined, undefined, undefined],
      records: holds.map(() => undefined),
      latch: undefined,
      messages: 0,
    },
    clients: holds.map(({ renewals, checks }) => ({
      phase: "start",
      tries: 0,
      sentAt: 0,
      belief: 0,
      epoch: "",
      renewals,
      checks,
      byText: 0,
      passesTo: undefined,
    })),
    requests: [],
    answers: [],
    truth: { live: 0, javaLive: 0, granted: 0, ends: holds.map(() => "") },
    duplicates: scenario.duplicates,
    javaLocks: scenario.java?.locks ?? 0,
    forces: scenario.forces,
    persists: scenario.persists,
    forgets: scenario.forgets,
    mixups: scenario.mixups,
    forced: false,
    robbed: 0,
    forgot: false,
  };
}

/** Copies everything that may change. */
export function copyOf(world: World): World {
  const { redis, truth } = world;
  return {
    ...world,
    redis: {
      ...redis,
      counts: redis.counts.slice(),
      pages: redis.pages.slice(),
      records: redis.records.slice(),
    },
    clients: world.clients.map((client) => ({ ...client })),
    requests: world.requests.slice(),
    answers: world.answers.slice(),
    truth: { ...truth, ends: truth.ends.slice() },
  };
}

export function planOf(scenario: Scenario, hold: number): HoldPlan {
  const plan = scenario.holds[hold];
  if (plan === undefined) throw new Error(`no hold ${hold}`);
  return plan;
}

export function clientOf(world: World, hold: number): Client {
  const client = world.clients[hold];
  if (client === undefined) throw new Error(`no client ${hold}`);
  return client;
}
