// The database that `prove` examines: locks and commands under a prefix of this run alone.
import { AbortedError, isLockError } from "../../base/errors.ts";
import { sha1 } from "../../base/sha1.ts";
import type { LocksOptions } from "../../lock/client-options.ts";
import { createLocks, type Locks } from "../../lock/create-locks.ts";
import type { ScriptCall } from "../../lock/protocol.ts";
import { senderOfPort } from "../../lock/redis/command-sender.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import { type Answer, refusal } from "../../lock/redis/script-port.ts";
import { deleteKeys, type Swept } from "./used-keys.ts";

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
  /** Gets each script before it is sent. */
  readonly onRun?: (call: ScriptCall<unknown>) => void;
  /** Called for each message of a stream. */
  readonly onMessage?: () => void;
}

/** What is tested. */
export interface Tested {
  /** Makes the port of one client. It may return the same one each time. */
  readonly newPort: () => RedisPort;
  /** The name of the database in sentences. */
  readonly host: string;
  /** Whether SCRIPT FLUSH may be sent, which costs other programs of the database a request for each script. */
  readonly mayFlush: boolean;
  /** Gets each key before a command may create it. */
  readonly onKey?: (key: string) => void;
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

// A port gives the nonce of the attempt as first argument, and expects it in the reply.
const framed = (body: string): string => `local nonce = table.remove(ARGV, 1)
local function run()
${body}
end
return { 'counted', nonce, run() }`;

// For ports that send only scripts. The error of the command is a part of the reply: the port would read it as its own.
const COMMAND = `local reply = redis.pcall(unpack(ARGV))
if type(reply) == 'table' and reply.err then return { 'error', reply.err } end
return { 'result', reply }`;

export class TestedDatabase {
  readonly host: string;
  readonly mayFlush: boolean;
  readonly #newPort: () => RedisPort;
  readonly #port: RedisPort;
  readonly #prefix: string;
  readonly #onKey: (key: string) => void;
  readonly #keys = new Set<string>();
  readonly #clients: Locks[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #count = 0;
  #requests = 0;
  #hasEnded = false;

  constructor({ newPort, host, mayFlush, onKey = () => {} }: Tested) {
    this.#newPort = newPort;
    this.#port = newPort();
    this.host = host;
    this.mayFlush = mayFlush;
    this.#onKey = onKey;
    // In a cluster, the keys of one script must share a slot.
    const name = `prove-${crypto.randomUUID()}`;
    this.#prefix = this.#port.isCluster === true ? `{${name}}:` : `${name}:`;
  }

  /** The number of scripts and commands so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether the port sends commands outside of scripts. */
  get sendsCommands(): boolean {
    return senderOfPort(this.#port) !== undefined;
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
    return `${this.#port.database} ${isolate}`;
  }

  /** Returns the locks of a new client, whose requests are those of any program. */
  locks({ isolate = 0, onRun = () => {}, onMessage = () => {}, ...options }: Caller = {}): Locks {
    const port = this.#newPort();
    const redis: RedisPort = {
      database: this.textOf({ isolate }),
      isCluster: port.isCluster,
      run: (call, limits) => {
        onRun(call);
        return this.#track(keysOfCall(call), () => port.run(call, limits));
      },
      follow: (channel, listener, signal) => {
        const onSubscribed = (): void => listener.onSubscribed();
        const hearing = {
          onSubscribed,
          onMessage: (...message: Parameters<typeof listener.onMessage>) => {
            onMessage();
            listener.onMessage(...message);
          },
        };
        return port.follow(channel, hearing, signal);
      },
    };
    const shared = { redis, prefix: this.#prefix, label: "leasehound prove" };
    const locks = createLocks({ ...shared, leaseMs: LEASE_MS, waitMs: WAIT_MS, pollMs: POLL_MS, ...options });
    this.#clients.push(locks);
    return locks;
  }

  /** Runs a script of the locks once. Rejects as a port does. */
  call<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    return this.#track(keysOfCall(call), () => this.#port.run(call, { timeoutMs: ANSWER_MS }));
  }

  /** Runs the text of a script once, and returns its result. Rejects as a port does. */
  script(body: string, keys: readonly string[], ...args: readonly string[]): Promise<unknown> {
    return this.call(callOf(body, keys, args));
  }

  /** Runs one command, and returns its result or the error of Redis. Throws if there is no answer. */
  ask(...words: readonly string[]): Promise<Answer> {
    return this.#track(words, () => this.#answer(words));
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
    if ("error" in answer) throw refusal(answer, senderOfPort(this.#port)?.secrets ?? []);
    return answer.result;
  }

  /** Returns the text of a key. It is read in a script, because a replica that is behind may answer a plain read. */
  textAt(key: string): Promise<unknown> {
    return this.script("return redis.call('GET', KEYS[1])", [key]);
  }

  /** Follows a channel until `signal` aborts. Resolves when the stream has ended. */
  follow(...[channel, listener, signal]: Parameters<RedisPort["follow"]>): ReturnType<RedisPort["follow"]> {
    return this.#newPort().follow(channel, listener, signal);
  }

  /** Sends nothing more, and resolves when each request is answered or given up. */
  async end(): Promise<void> {
    for (const locks of this.#clients) locks.close();
    this.#hasEnded = true;
    await Promise.allSettled(this.#running);
  }

  /** Deletes the keys of this run, after its end. */
  deleteKeys(): Promise<Swept> {
    return deleteKeys([...this.#keys], (key) =>
      this.#answer(["DEL", key]).then(
        (answer) => "result" in answer,
        () => false,
      ),
    );
  }

  async #answer(words: readonly string[]): Promise<Answer> {
    const sender = senderOfPort(this.#port);
    const limits = { timeoutMs: ANSWER_MS, alone: true };
    if (sender !== undefined) return sender.send(words, limits);
    const keys = words.filter((word) => word.includes(this.#prefix));
    const reply = await this.#port.run(callOf(COMMAND, keys, words), limits);
    const [kind, value]: unknown[] = Array.isArray(reply) ? reply : [];
    return kind === "error" ? { error: String(value) } : { result: value ?? null };
  }

  async #track<Reply>(words: readonly string[], send: () => Promise<Reply>): Promise<Reply> {
    if (this.#hasEnded) throw new AbortedError("the proof has ended");
    this.#requests += 1;
    for (const key of keysIn(words, this.#prefix)) {
      this.#keys.add(key);
      this.#onKey(key);
    }
    const sent = send();
    this.#running.add(sent);
    try {
      return await sent;
    } finally {
      this.#running.delete(sent);
    }
  }
}

/** Returns the call of a script that has this body. Its reply is the result of the body. */
function callOf(body: string, keys: readonly string[], args: readonly string[]): ScriptCall<unknown> {
  const source = framed(body);
  const script = { name: "prove", sha1: sha1(source), source };
  return { script, keys, args, decode: (reply) => (Array.isArray(reply) ? (reply[2] ?? null) : undefined) };
}

function keysOfCall({ keys, args, moreKeys = [] }: ScriptCall<unknown>): readonly string[] {
  return [...keys, ...moreKeys, ...args];
}
