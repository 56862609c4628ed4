// The world around a lock with standing requests: Redis, the knowledge of every client, what is in the network, and the
// truth, which no client sees. Times are ticks of a common clock; each isolate reads another one.
import type { GrantScenario } from "./scenario.ts";

/** The lock is free; or a Java service holds it. */
export const [FREE, JAVA] = [-1, 14] as const;
/** No time is known. */
export const NEVER = -1;

export const ENDS = ["released", "free", "taken", "refused", "lost", "stolen"] as const;
export type End = (typeof ENDS)[number];
/** What Redis remembers of an owner: nothing, its grant, or its end. */
export type OwnerState = "" | "+" | End;

/** A standing request. */
export interface Entry {
  readonly owner: number;
  /** Redis' time when it was renewed; 0 where requests do not age. */
  readonly seen: number;
  /** Marked by "~": it is only called. */
  readonly onlyCalled: boolean;
}

export interface Redis {
  /** The owner, FREE or JAVA. */
  holder: number;
  until: number;
  /** By owner. */
  states: OwnerState[];
  list: Entry[];
  /** The list may not be empty. */
  flag: boolean;
}

export const PHASES = [
  "start",
  "acquiring",
  "waiting",
  // It accepted a holder's offer, which is not answered yet.
  "receiving",
  "held",
  "renewing",
  "releasing",
  "cancelling",
  // It has a definite answer.
  "done",
  // It left without one: after tries without a reply; cut, in an isolate that lives on; or with its isolate.
  "unknown",
  "left",
  "dead",
] as const;
export type Phase = (typeof PHASES)[number];

export const OPS = ["acquire", "renew", "release", "cancel", "pass"] as const;
export type Op = (typeof OPS)[number];

/** The phase in which a client waits for the reply to this. */
export const WAITS: Readonly<Record<Op, Phase>> = {
  acquire: "acquiring",
  renew: "renewing",
  release: "releasing",
  cancel: "cancelling",
  pass: "releasing",
};

export interface Client {
  phase: Phase;
  owner: number;
  /** Requests of its present call. */
  asked: number;
  /** Its hold is valid before this tick; 0: it is not. */
  belief: number;
  renewals: number;
  /** Its request as it is in the list, as far as known. */
  listed: Entry | undefined;
  /** When a release was last published, as the message of its grant said. */
  since: number;
  /** Its release passes the lock on to this owner; FREE: to nobody. */
  passesTo: number;
  /** Called to attempt. */
  isCalled: boolean;
}

export interface Isolate {
  isAlive: boolean;
  /** Redis' time in an answer, and when its request was sent. */
  anchor: { readonly redis: number; readonly sentAt: number } | undefined;
}

/** A request in the network. */
export interface Request {
  readonly op: Op;
  readonly owner: number;
  readonly last: boolean;
  /** Its client waits for the reply to exactly this one. */
  readonly awaited: boolean;
  readonly sentAt: number;
  /** Of an acquire or a cancel: the request in the list. Of a pass: that of the next owner. */
  readonly listed: Entry | undefined;
  /** Of a release or a pass. */
  readonly since: number;
  /** Of a pass. */
  readonly next: number;
  /** Of an acquire: Redis' time as far as its client knows it, or NEVER. */
  readonly seen: number;
}

export type Reply =
  | { readonly kind: "held" | "renewed"; readonly remaining: number }
  /** `stands`: the request as it is in the list; undefined after the last attempt. `at`: Redis' time. */
  | { readonly kind: "busy"; readonly remaining: number; readonly at: number; readonly stands: Entry | undefined }
  /** `passed`: the next owner holds the lock. */
  | { readonly kind: "ended"; readonly end: End; readonly passed: boolean };

/** A reply in transit to a client that waits for it. */
export interface Answer {
  readonly to: Request;
  readonly reply: Reply;
}

/** A message on the mailbox of an owner. */
export type Mail =
  | {
      readonly kind: "granted";
      readonly owner: number;
      readonly at: number;
      readonly ms: number;
      readonly since: number;
      /** It has no seal. */
      readonly isForged?: true;
    }
  /**
   * `ms` of "next": the confirmation lease or RESERVED in ticks; or CALLED, twice that, or CALLED and RESERVED. `since`:
   * the lock is reserved; clients of the model do not pass it on.
   */
  | { readonly kind: "next" | "try"; readonly owner: number; readonly ms: number; readonly since?: number };

/** A waiter behind a called one attempts in so many ms, which is less than a tick. */
export const CALLED = 65;
/** In ticks. Each lease is longer. */
export const RESERVED = 1;

/** What a script published, in order; "freed" goes to the channel of the lock. */
export type Published = Mail | { readonly kind: "freed" | "stood" };

export interface Truth {
  /** The owner whose hold counts; FREE: none of ours. */
  live: number;
  /** Bit by owner. */
  granted: number;
  /** The first end that was told of each owner. */
  ends: OwnerState[];
  /** Bit by owner: its client took the grant from its message. */
  heard: number;
  /** Bit by owner: a theft or a forced release ended its hold. Its client may still believe in it. */
  robbed: number;
  /** When the lock was first granted by a release, since the last release was published. */
  quietSince: number;
  /** A release left the lock free, and no isolate died since that had been called. */
  isOwed: boolean;
}

export interface World {
  now: number;
  /** By how much Redis' clock jumped ahead. */
  jumped: number;
  redis: Redis;
  clients: Client[];
  isolates: Isolate[];
  requests: Request[];
  answers: Answer[];
  mail: Mail[];
  truth: Truth;
  duplicates: number;
  javaLocks: number;
  forces: number;
  jumps: number;
  cuts: number;
  forgeries: number;
  /** Grants that may be taken back, without that guard. */
  undoes: number;
}

export function newWorld(scenario: GrantScenario): World {
  const { clients, isolates, duplicates, javaLocks, forces, jumps, cuts, forgeries, goesOn } = scenario;
  const owners = Array.from({ length: clients.length * (goesOn ? 2 : 1) }, (): OwnerState => "");
  return {
    now: 0,
    jumped: 0,
    redis: { holder: FREE, until: 0, states: [...owners], list: [], flag: false },
    clients: clients.map(({ renewals }, owner) => ({
      ...{ phase: "start", owner, asked: 0, belief: 0, renewals, listed: undefined, since: NEVER },
      ...{ passesTo: FREE, isCalled: false },
    })),
    isolates: isolates.map(() => ({ isAlive: true, anchor: undefined })),
    requests: [],
    answers: [],
    mail: [],
    truth: { live: FREE, granted: 0, heard: 0, ends: [...owners], robbed: 0, quietSince: NEVER, isOwed: false },
    ...{ duplicates, javaLocks, forces, jumps, cuts, forgeries },
    undoes: 1,
  };
}

/** Copies everything that may change. */
export function copyOf(world: World): World {
  const { redis, truth } = world;
  return {
    now: world.now,
    jumped: world.jumped,
    redis: {
      holder: redis.holder,
      until: redis.until,
      states: redis.states.slice(),
      list: redis.list.slice(),
      flag: redis.flag,
    },
    clients: world.clients.map((client) => ({ ...client })),
    isolates: world.isolates.map(({ isAlive, anchor }) => ({ isAlive, anchor })),
    requests: world.requests.slice(),
    answers: world.answers.slice(),
    mail: world.mail.slice(),
    truth: { ...truth, ends: truth.ends.slice() },
    duplicates: world.duplicates,
    javaLocks: world.javaLocks,
    forces: world.forces,
    jumps: world.jumps,
    cuts: world.cuts,
    forgeries: world.forgeries,
    undoes: world.undoes,
  };
}

export function clientAt(world: World, client: number): Client {
  const found = world.clients[client];
  if (found === undefined) throw new Error(`no client ${client}`);
  return found;
}

export function isolateAt(world: World, isolate: number): Isolate {
  const found = world.isolates[isolate];
  if (found === undefined) throw new Error(`no isolate ${isolate}`);
  return found;
}

/** Returns the time of Redis. */
export function redisNow({ now, jumped }: World): number {
  return now + jumped;
}
