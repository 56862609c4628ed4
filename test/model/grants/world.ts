// One lock with standing requests, its clients, and everything that is under way between them. Times are ticks. Each
// client has one new owner, so that its number names the owner, too.

/** No client holds the lock; a client that is none of ours. */
export const [NOBODY, JAVA] = [-1, 9] as const;

/** What Redis remembers of an owner: nothing, its grant, or its end. */
export type Mark = "" | "granted" | End;
export type End = "released" | "free" | "taken" | "refused" | "lost" | "stolen";

export type At =
  | "rest"
  /** Its attempt is not answered. */
  | "asks"
  | "sleeps"
  | "holds"
  | "renews"
  | "releases"
  | "cancels"
  /** It knows its end. */
  | "over"
  /** It gave up without an answer. */
  | "unknown";

export interface Client {
  at: At;
  /** Attempts of what it asks for now, and when the last one was sent. */
  attempts: number;
  sentAt: number;
  isLast: boolean;
  /** It believes that it holds the lock, before this instant; 0: it does not. */
  believesUntil: number;
  renewalsLeft: number;
  /** Redis' time in an answer, and when that was sent. */
  anchor: { readonly redis: number; readonly at: number } | undefined;
}

export interface Request {
  readonly what: "acquire" | "renew" | "release" | "cancel";
  readonly client: number;
  readonly attempt: number;
  readonly sentAt: number;
  readonly isLast: boolean;
}

export interface Reply {
  readonly to: Request;
  readonly answer: Answer;
}

export interface Answer {
  readonly kind: "held" | "busy" | "ended" | "renewed";
  /** Remaining ticks. */
  readonly left: number;
  readonly end: Mark;
  /** Redis' time. */
  readonly redis: number;
}

/** The message of a grant. */
export interface Message {
  readonly client: number;
  readonly grantedAt: number;
  readonly confirm: number;
}

export interface World {
  now: number;
  /** Redis' clock is ahead of those of the clients. */
  ahead: number;
  holder: number;
  leaseEnds: number;
  readonly marks: Mark[];
  readonly standing: number[];
  /** Nobody subscribes to the mailboxes of these clients. */
  readonly deaf: boolean[];
  /** What happened, for the judge: holds that count, owners that were granted the lock, first ends, robbed owners. */
  live: number;
  readonly granted: boolean[];
  readonly ends: Mark[];
  readonly robbed: boolean[];
  readonly clients: Client[];
  requests: Request[];
  replies: Reply[];
  messages: Message[];
  /** How often these may still happen. */
  readonly left: Budgets;
}

export interface Budgets {
  /** A request is executed again, or a message arrives again. */
  again: number;
  java: number;
  force: number;
  jumps: number;
  cuts: number;
  /** Releases that leave the lock free for a moment. */
  moments: number;
  /** For one guard: grants that are taken back. */
  undone: number;
}

export function copyOf(world: World): World {
  return {
    ...world,
    marks: [...world.marks],
    standing: [...world.standing],
    deaf: [...world.deaf],
    granted: [...world.granted],
    ends: [...world.ends],
    robbed: [...world.robbed],
    clients: world.clients.map((client) => ({ ...client })),
    requests: [...world.requests],
    replies: [...world.replies],
    messages: [...world.messages],
    left: { ...world.left },
  };
}

export function redisNow({ now, ahead }: World): number {
  return now + ahead;
}

/** Returns the state of a client. */
export function clientOf(world: World, nth: number): Client {
  const client = world.clients[nth];
  if (client === undefined) throw new RangeError(`no client ${nth}`);
  return client;
}
