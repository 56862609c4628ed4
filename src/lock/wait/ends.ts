// Listens for the ends of holds: thefts and releases by force are published for all locks of a prefix, on channels that
// one stream follows. A message is a hint, which anybody who may publish can write: the hold asks Redis.
import { nowMs } from "../../base/clock.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { unrefSleep } from "../../base/timers.ts";
import type { NoStream } from "../events.ts";
import { endsChannels, isNamedIn, keyOfEnds } from "../keys.ts";
import { type Driver, type GrantedHold, holdEnd } from "../protocol.ts";
import { HintedChecks } from "./hinted-checks.ts";
import { follow, mayHaveStreams } from "./stream-support.ts";

// At most one stream is opened in this time, and an unanswered question of a listener is repeated after it.
const PAUSE_MS = 1_000;
// A stream takes a connection, and on Workers each hold has its own.
const MOST_STREAMS = 32;
// What a waiter says, see lib/waiters.lua.
const WANTED = "wanted";

/** What a message says: these owners of the lock with this key have lost their holds. */
export interface PublishedEnd {
  readonly key: string;
  /** As in the hash of the lock; or one that means all holders. */
  readonly fields: readonly string[];
}

/** Gets the messages of a stream. */
export interface EndsListener {
  onEnd(published: PublishedEnd): void;
  /** Somebody waits for what these owners hold. */
  onWanted?(published: PublishedEnd): void;
  /**
   * From now on no message is missed. An earlier message may have been missed, so the listener asks Redis once. If this
   * rejects, it is called again.
   */
  onConfirmed(): Promise<unknown>;
  /** There is no stream, at least not now. */
  onWithout(why: NoStream): void;
  /** When it ends by itself at the latest, on the local clock. */
  overAt(): number;
}

/** A hold that listens for its own end. */
export interface ListeningHold {
  readonly hold: Pick<GrantedHold, "key" | "owner">;
  readonly life: {
    readonly validity: { readonly until: number };
    readonly isHeld: boolean;
    readonly wanted: { readonly ask: () => Promise<void> } | undefined;
    notListening(why: NoStream): void;
    /** Its renewals from here; undefined: it is not renewed. */
    readonly keepAlive: { readonly reason: unknown; soon(): void } | undefined;
  };
  check(): Promise<boolean>;
}

interface Stream {
  readonly listeners: Set<EndsListener>;
  readonly ending: AbortController;
  isConfirmed: boolean;
}

/** The open streams, by database and prefix. */
const streams = new Map<string, Stream>();

/**
 * Listens for the end of one hold.
 * @returns the function that ends this
 */
export function listenForEnd(driver: Driver, prefix: string, { hold, life, check }: ListeningHold): () => void {
  let isTold = false;
  const checks = new HintedChecks(check, () => life.isHeld);
  const questions = new HintedChecks(
    async () => life.wanted?.ask(),
    () => life.isHeld,
  );
  return listenForEnds(driver, prefix, {
    onEnd({ key, fields }) {
      if (key === hold.key && isNamedIn(fields, hold.owner)) checks.hint();
    },
    onWanted({ key, fields }) {
      if (key === hold.key && isNamedIn(fields, hold.owner)) questions.hint();
    },
    async onConfirmed() {
      const { keepAlive } = life;
      // A renewal shares its request with others, and extends the lease. It is repeated until it is answered.
      if (keepAlive?.reason === undefined && keepAlive !== undefined) keepAlive.soon();
      else await check();
    },
    onWithout(why) {
      if (!isTold) life.notListening(why);
      isTold = true;
    },
    overAt: () => life.validity.until,
  });
}

/**
 * Listens for each end that is published. All listeners of a process share a stream. On Workers each has its own,
 * because a stream ends with the invocation that opened it.
 * @returns the function that ends this
 */
export function listenForEnds(driver: Driver, prefix: string, listener: EndsListener): () => void {
  const id = endsWithInvocation() ? crypto.randomUUID() : `${driver.database} ${prefix}`;
  const known = streams.get(id);
  if (known === undefined && !hasRoom()) {
    listener.onWithout("no-free-stream");
    return ignore;
  }
  const stream = known ?? { listeners: new Set(), ending: new AbortController(), isConfirmed: false };
  const forget = (): void => {
    if (streams.get(id) === stream) streams.delete(id);
  };
  stream.listeners.add(listener);
  if (known === undefined) {
    streams.set(id, stream);
    void followEnds(driver, prefix, stream).then(forget);
  } else if (known.isConfirmed) void ask(stream, listener);
  return () => {
    stream.listeners.delete(listener);
    if (stream.listeners.size > 0) return;
    forget();
    stream.ending.abort();
  };
}

/** Returns whether another stream may be opened. A listener that ended with its invocation cannot deregister. */
function hasRoom(): boolean {
  const now = nowMs();
  for (const [id, { listeners }] of streams) {
    if (streams.size < MOST_STREAMS) break;
    if ([...listeners].every((listener) => listener.overAt() <= now)) streams.delete(id);
  }
  return streams.size < MOST_STREAMS;
}

/** Follows the channels until nobody listens, or the database refuses. Never rejects. */
async function followEnds(driver: Driver, prefix: string, stream: Stream): Promise<void> {
  const { listeners, ending } = stream;
  const channel = { name: endsChannels(prefix), perWaiter: true, wakes: () => 0 };
  const without = (why: NoStream): void => {
    for (const listener of listeners) listener.onWithout(why);
  };
  const onMessage = (payload: string, name: string): void => {
    const fields = payload.split(" ");
    const what = fields.pop() ?? "";
    const published = { key: keyOfEnds(channel.name + name), fields };
    if (what === WANTED) for (const listener of listeners) listener.onWanted?.(published);
    else if (holdEnd(what) !== undefined) for (const listener of listeners) listener.onEnd(published);
  };
  while (!ending.signal.aborted) {
    const openedAt = nowMs();
    let wasConfirmed = false;
    const onSubscribed = (): void => {
      wasConfirmed = true;
      stream.isConfirmed = true;
      for (const listener of listeners) void ask(stream, listener);
    };
    if (!mayHaveStreams(channel, driver.database)) return without("unsupported");
    const how = await follow(driver, channel, { onSubscribed, onMessage }, ending.signal);
    stream.isConfirmed = false;
    if (how !== "ended") return without(how);
    if (!wasConfirmed && !ending.signal.aborted) without("unanswered");
    await unrefSleep(Math.max(0, openedAt + PAUSE_MS - nowMs()), ending.signal);
  }
}

/** Makes one listener ask Redis until it is answered. A reopened stream makes it ask again. */
async function ask(stream: Stream, listener: EndsListener): Promise<void> {
  while (stream.isConfirmed && stream.listeners.has(listener)) {
    const isAnswered = await listener.onConfirmed().then(
      () => true,
      () => false,
    );
    if (isAnswered) return;
    await unrefSleep(PAUSE_MS, stream.ending.signal);
  }
}

function ignore(): void {}
