// The database that `leasehound prove` examines: locks and commands under a prefix of this run alone.
import { createLocks, isLockError, type Locks, type LocksOptions } from "../../../index.ts";
import { type Answer, refusal, scriptPort } from "../../../lock/redis/script-port.ts";
import { CommandError } from "../exit-code.ts";
import type { Way } from "../way.ts";

const ANSWER_MS = 5_000;
// Long enough that each attempt may take 5 s.
const LEASE_MS = 15_000;
// At a round trip of 500 ms, the last of 20 callers waits for 40 s.
const WAIT_MS = 60_000;
// Without messages, many hand-overs must still end in time.
const POLL_MS = 500;

/** How a caller of `locks` differs from the others. */
export interface Caller extends Pick<LocksOptions, "keyLocking" | "leaseMs" | "pollMs"> {
  /** Callers of different ones wake each other by messages alone. Default: 0. */
  readonly isolate?: number | string;
  /** Gets the words of each command before it is sent. */
  readonly onSend?: (words: readonly string[]) => void;
  /** Called for each message of a stream. */
  readonly onMessage?: () => void;
}

const OWNER = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:\d+/g;

/**
 * Returns the keys with this prefix that a command may create. A release may grant the lock to an owner that stands in
 * its arguments: then it creates the key of that owner, too.
 */
export function keysIn(words: readonly string[], prefix: string): ReadonlySet<string> {
  const given = words.filter((word) => word.includes(prefix));
  const owners = words.flatMap((word) => word.match(OWNER) ?? []);
  return new Set([...given, ...given.flatMap((key) => owners.map((owner) => key.replace(OWNER, owner)))]);
}

export class TestedDatabase {
  /** Whether SCRIPT FLUSH may be sent, which costs other programs of the database a request for each script. */
  readonly mayFlush: boolean;
  readonly #way: Way;
  readonly #prefix = `prove-${crypto.randomUUID()}:`;
  readonly #onKey: (key: string) => void;
  readonly #clients: Locks[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #count = 0;
  #requests = 0;
  #hasEnded = false;

  /** `onKey` gets each key before a command may create it. */
  constructor(way: Way, mayFlush: boolean, onKey: (key: string) => void) {
    this.#way = way;
    this.mayFlush = mayFlush;
    this.#onKey = onKey;
  }

  get host(): string {
    return this.#way.host;
  }

  /** The number of requests so far, without streams. */
  get requests(): number {
    return this.#requests;
  }

  /** Returns a name that this run has not used. `what`: a word, or the name of a kind. */
  newName(what: string): string {
    this.#count += 1;
    return `${what.replace(" ", "-")}-${this.#count}`;
  }

  /** Returns a key or channel that this run has not used. */
  newKey(what: string): string {
    return this.keyOf(this.newName(what));
  }

  /** Returns the key of a lock. */
  keyOf(name: string): string {
    return this.#prefix + name;
  }

  /** Returns the text that names the database of such callers: see `RedisPort`. At Upstash, scripts lock their keys. */
  textOf({ isolate = 0 }: Caller): string {
    return `https://${this.host} ${isolate}`;
  }

  /** Returns the locks of a new client, whose requests are those of any program. */
  locks({ isolate = 0, onSend = () => {}, onMessage = () => {}, ...options }: Caller = {}): Locks {
    const follow = this.#way.newFollow();
    const port = scriptPort({
      send: (words, limits) => {
        onSend(words);
        return this.#track(words, () => this.#way.send(words, limits));
      },
      secrets: this.#way.secrets,
      database: this.textOf({ isolate }),
      follow: (channel, listener, signal) => {
        const onSubscribed = (): void => listener.onSubscribed();
        const hearing = {
          onSubscribed,
          onMessage: (...message: Parameters<typeof listener.onMessage>) => {
            onMessage();
            listener.onMessage(...message);
          },
        };
        return follow(channel, hearing, signal);
      },
    });
    const shared = { redis: port, prefix: this.#prefix, label: "leasehound prove" };
    const locks = createLocks({ ...shared, leaseMs: LEASE_MS, waitMs: WAIT_MS, pollMs: POLL_MS, ...options });
    this.#clients.push(locks);
    return locks;
  }

  /** Runs one command, and returns its result or the error of Redis. Throws if there is no answer. */
  ask(...words: readonly string[]): Promise<Answer> {
    return this.#track(words, () => this.#way.send(words, { timeoutMs: ANSWER_MS }));
  }

  /** As `ask`; undefined if there is an answer, but it says neither. */
  async askIfTold(...words: readonly string[]): Promise<Answer | undefined> {
    try {
      return await this.ask(...words);
    } catch (error) {
      if (isLockError(error) && error.code === "OUTCOME_UNKNOWN") return undefined;
      throw error;
    }
  }

  /** Runs one command. Throws REDIS_REFUSED, REDIS_UNREACHABLE or OUTCOME_UNKNOWN. */
  async run(...words: readonly string[]): Promise<unknown> {
    const answer = await this.ask(...words);
    if ("error" in answer) throw refusal(answer, this.#way.secrets);
    return answer.result;
  }

  /** Returns the text of a key. It is read in a script, because a replica that is behind may answer a plain read. */
  textAt(key: string): Promise<unknown> {
    return this.run("EVAL", "return redis.call('GET', KEYS[1])", "1", key);
  }

  /** Follows a channel until `signal` aborts. Resolves when the stream has ended. */
  async follow(
    name: string,
    perWaiter: boolean,
    listener: { readonly onSubscribed: () => void; readonly onMessage: (payload: string) => void },
    signal: AbortSignal,
  ): Promise<void> {
    await this.#way.newFollow()({ name, perWaiter, wakes: () => 1 }, listener, signal);
  }

  /** Sends nothing more, and resolves when each request is answered or given up. */
  async end(): Promise<void> {
    for (const locks of this.#clients) locks.close();
    this.#hasEnded = true;
    await Promise.allSettled(this.#running);
  }

  async #track(words: readonly string[], send: () => Promise<Answer>): Promise<Answer> {
    if (this.#hasEnded) throw new CommandError("ENDED", "the proof has ended");
    this.#requests += 1;
    for (const key of keysIn(words, this.#prefix)) this.#onKey(key);
    const sent = send();
    this.#running.add(sent);
    try {
      return await sent;
    } finally {
      this.#running.delete(sent);
    }
  }
}
