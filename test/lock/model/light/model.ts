// A model of light locks: two clients, one key, and a network that loses, delays, repeats and reorders requests, and
// loses replies. A reply answers its own request. Time is in ticks. Pure: a state in, its successors out.
import type { Reached } from "../harness/space.ts";

/** The rules of the light lock. Without one of them, it breaks a promise. */
export const LIGHT_GUARDS = {
  "release-compares": "a release frees only its own value",
  "renewal-compares": "a renewal prolongs only its own value",
  "first-try-counts": "validity counts from the first request of an attempt",
  "null-is-busy": "no reply but OK is a grant, unless the stored value is read and is its own",
  "token-per-attempt": "an attempt that was answered ends its token",
  "unknown-after-lease": "a repeated release that finds nothing after the lease is unknown",
  "repeated-is-not-lost": "a repeated release that finds nothing within the lease has freed the lock",
} as const;

export type LightGuard = keyof typeof LIGHT_GUARDS;
/** What may go wrong. "two-holders": both believe; "false-belief": the key is not the believer's. */
export type LightViolation = "two-holders" | "false-belief" | "false-loss" | "false-end";
type Op = "acquire" | "read" | "renew" | "release";
type Phase = "start" | "acquiring" | "reading" | "busy" | "held" | "renewing" | "releasing" | "done";

interface Message {
  readonly client: number;
  readonly op: Op;
  readonly token: number;
  /** Which request of the call. */
  readonly nth: number;
  /** Undefined: a request. Whether it did what it asks, or the value is its own. */
  readonly reply?: boolean;
  /** A copy of a request that was executed: nobody gets its reply. */
  readonly isCopy?: true;
}

interface Client {
  phase: Phase;
  attempts: number;
  token: number;
  tries: number;
  /** When the attempt began. */
  first: number;
  /** When the last request was sent. */
  sent: number;
  /** The end of its validity; 0: it holds nothing. */
  until: number;
  renewals: number;
  told: "" | "released" | "lost" | "unknown";
}

export interface LightState {
  now: number;
  /** The token in the key; 0: it is free. */
  key: number;
  expires: number;
  repeats: number;
  clients: [Client, Client];
  messages: Message[];
  /** The tokens that a release of their own has freed. */
  freed: number[];
  violation?: LightViolation | undefined;
}

const LEASE = 3;
const MOST_ATTEMPTS = 3;
const MOST_TRIES = 2;
const OPS: Readonly<Partial<Record<Phase, Op>>> = {
  acquiring: "acquire",
  reading: "read",
  renewing: "renew",
  releasing: "release",
};

export function lightStart(): LightState {
  const client = (): Client => ({
    ...{ phase: "start", attempts: 0, token: 0, tries: 0, first: 0, sent: 0, until: 0, renewals: 2, told: "" },
  });
  return { now: 0, key: 0, expires: 0, repeats: 3, clients: [client(), client()], messages: [], freed: [] };
}

/** Something that may happen next. */
export interface LightEvent {
  readonly says: string;
  change(state: LightState): void;
}

/** Time ends after so many ticks. */
const TICKS = 9;

export function lightEvents(state: LightState, without: ReadonlySet<LightGuard>): LightEvent[] {
  const events: LightEvent[] = [];
  const add = (says: string, change: (state: LightState) => void): void => void events.push({ says, change });
  if (state.now < TICKS) add("tick", tick);
  for (const [at, message] of state.messages.entries()) {
    const named = `${message.op} of client ${message.client}`;
    if (message.reply !== undefined) {
      add(`reply ${message.reply} to ${named}`, (next) => hear(next, at, without));
      continue;
    }
    for (const keeps of state.repeats > 0 ? [false, true] : [false]) {
      const says = `Redis runs ${named}${keeps ? ", a copy stays" : ""}`;
      add(`${says}, not heard`, (next) => run(next, at, keeps, false, without));
      add(says, (next) => run(next, at, keeps, true, without));
    }
    add(`${named} is lost`, (next) => next.messages.splice(at, 1));
  }
  for (const nth of [0, 1] as const) {
    const acts = actsOf(state, nth, without);
    for (const act of acts) add(`client ${nth}, ${state.clients[nth].phase}`, act);
  }
  return events;
}

export function lightStep(state: LightState, { change }: LightEvent): Reached<LightState, LightViolation> {
  const world = structuredCopy(state);
  change(world);
  judge(world);
  return { world, violation: world.violation };
}

function structuredCopy(state: LightState): LightState {
  const [one, other] = state.clients;
  return { ...state, clients: [{ ...one }, { ...other }], messages: [...state.messages], freed: [...state.freed] };
}

function tick(state: LightState): void {
  state.now += 1;
  if (state.key !== 0 && state.now >= state.expires) state.key = 0;
  for (const client of state.clients) if (client.until <= state.now && client.phase === "held") client.until = 0;
}

/** Redis executes a request. `answers`: the reply is not lost. */
function run(state: LightState, at: number, keeps: boolean, answers: boolean, without: ReadonlySet<LightGuard>): void {
  const message = state.messages[at];
  if (message === undefined) return;
  state.messages.splice(at, 1);
  if (keeps) {
    state.repeats -= 1;
    state.messages.push({ ...message, isCopy: true });
  }
  const reply = executed(state, message, without);
  if (answers && message.isCopy !== true && isAwaited(state, message)) state.messages.push({ ...message, reply });
}

function executed(state: LightState, { op, token }: Message, without: ReadonlySet<LightGuard>): boolean {
  const isOwn = state.key === token;
  switch (op) {
    case "acquire":
      if (state.key !== 0) return false;
      state.key = token;
      state.expires = state.now + LEASE;
      return true;
    case "read":
      return isOwn;
    case "renew":
      if (!isOwn && (state.key === 0 || !without.has("renewal-compares"))) return false;
      state.expires = Math.max(state.expires, state.now + LEASE);
      return true;
    case "release":
      if (!isOwn && (state.key === 0 || !without.has("release-compares"))) return false;
      state.key = 0;
      if (!state.freed.includes(token)) state.freed.push(token);
      return true;
  }
}

function isAwaited({ clients }: LightState, { client, op, token, nth }: Message): boolean {
  const waiting = clients[client];
  return waiting !== undefined && OPS[waiting.phase] === op && waiting.token === token && waiting.tries === nth;
}

function hear(state: LightState, at: number, without: ReadonlySet<LightGuard>): void {
  const message = state.messages[at];
  state.messages.splice(at, 1);
  if (message === undefined || !isAwaited(state, message)) return;
  const client = state.clients[message.client];
  if (client === undefined) return;
  const isDone = message.reply === true;
  forgetReplies(state, message.client);
  const from = without.has("first-try-counts") ? client.sent : client.first;
  switch (message.op) {
    case "acquire":
      if (isDone || without.has("null-is-busy")) grant(client, from);
      else if (client.tries === 1) client.phase = "busy";
      else send(state, message.client, "reading", 1);
      break;
    case "read":
      if (isDone) grant(client, from);
      else client.phase = "busy";
      break;
    case "renew":
      client.phase = "held";
      if (isDone) client.until = Math.max(client.until, client.sent + LEASE);
      else {
        if (client.until > state.now) state.violation = "false-loss";
        client.until = 0;
        client.phase = "done";
      }
      break;
    case "release":
      tell(state, client, isDone, without);
      break;
  }
}

function grant(client: Client, from: number): void {
  client.phase = "held";
  client.until = from + LEASE;
}

function tell(state: LightState, client: Client, isDone: boolean, without: ReadonlySet<LightGuard>): void {
  client.phase = "done";
  const isRepeated = client.tries > 1 && !without.has("repeated-is-not-lost");
  const isWithin = client.first > state.now || without.has("unknown-after-lease");
  client.told = isDone || (isRepeated && isWithin) ? "released" : isRepeated ? "unknown" : "lost";
  const isFreed = state.freed.includes(client.token);
  if ((client.told === "released" && !isFreed) || (client.told === "lost" && isFreed)) state.violation = "false-end";
}

/** Returns what a client may do by itself. */
function actsOf(
  { clients, now }: LightState,
  nth: 0 | 1,
  without: ReadonlySet<LightGuard>,
): ((copy: LightState) => void)[] {
  const { phase, attempts, tries, renewals, until } = clients[nth];
  const acts: ((copy: LightState) => void)[] = [];
  if (phase === "start" || (phase === "busy" && attempts < MOST_ATTEMPTS)) {
    acts.push((copy) => attempt(copy, nth, without));
  }
  if (OPS[phase] !== undefined && phase !== "renewing" && tries < MOST_TRIES) {
    acts.push((copy) => send(copy, nth, phase, tries + 1));
  }
  if (phase === "acquiring" || phase === "reading") acts.push((copy) => giveUp(copy, nth));
  if (phase === "renewing") {
    acts.push((copy) => {
      copy.clients[nth].phase = "held";
      forgetReplies(copy, nth);
    });
  }
  if (phase === "held" && renewals > 0 && until > now) {
    acts.push((copy) => {
      copy.clients[nth].renewals -= 1;
      send(copy, nth, "renewing", 1);
    });
  }
  if (phase === "held") {
    acts.push((copy) => {
      const client = copy.clients[nth];
      // From now on it holds nothing, and remembers only how long nothing else could free the lock.
      client.first = client.until;
      client.until = 0;
      send(copy, nth, "releasing", 1);
    });
  }
  if (phase === "done" && attempts < MOST_ATTEMPTS) acts.push((copy) => attempt(copy, nth, without));
  return acts;
}

function attempt(state: LightState, nth: 0 | 1, without: ReadonlySet<LightGuard>): void {
  const client = state.clients[nth];
  client.token = 1 + nth + (without.has("token-per-attempt") ? 0 : 2 * client.attempts);
  client.attempts += 1;
  client.first = state.now;
  client.told = "";
  send(state, nth, "acquiring", 1);
}

/** Gives the token up, and frees the lock if it has it. */
function giveUp(state: LightState, nth: 0 | 1): void {
  const { token } = state.clients[nth];
  state.clients[nth].phase = "done";
  forgetReplies(state, nth);
  state.messages.push({ client: nth, op: "release", token, nth: 0 });
}

function send(state: LightState, nth: number, phase: Phase, tries: number): void {
  const client = state.clients[nth];
  const op = OPS[phase];
  if (client === undefined || op === undefined) return;
  client.phase = phase;
  client.tries = tries;
  client.sent = state.now;
  forgetReplies(state, nth);
  state.messages.push({ client: nth, op, token: client.token, nth: tries });
}

function forgetReplies(state: LightState, nth: number): void {
  state.messages = state.messages.filter(({ client, reply }) => client !== nth || reply === undefined);
}

function judge(state: LightState): void {
  const believers = state.clients.filter(({ until }) => until > state.now);
  if (believers.length > 1) state.violation ??= "two-holders";
  if (believers.some(({ token }) => token !== state.key)) state.violation ??= "false-belief";
}
