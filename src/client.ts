// A client: one database, and the options that its locks share. Kinds of locks are functions of it.

import { type ClientOptions, resolveClientOptions } from "./client-options.ts";
import { InvalidOptionError } from "./errors.ts";
import type { ClientContext } from "./hold/client-context.ts";
import { CloseRegistry } from "./hold/close-registry.ts";
import { showsAs } from "./inspect.ts";
import { portOf } from "./redis/port-of.ts";

/** One database and the options that its locks share, for the function of a kind: `lock(client, "orders:42")`. */
export interface Client {
  /** What stands before every name. */
  readonly prefix: string;
  /**
   * Ends waits and renewals, and leaves no timer behind. Nothing is released by it: what is held stays so until you
   * release it or its lease ends, but is no longer watched, and so its `signal` aborts. Everything ends with CLOSED.
   */
  close(): void;
}

export class LockClient implements Client {
  readonly #context: ClientContext;
  // Made at the first acquire: at the top level of a Worker there is no randomness yet.
  #clientId: string | undefined;

  /** @internal */
  constructor(options: ClientOptions) {
    const resolved = resolveClientOptions(options);
    const { watchdog, wait: streams, text } = options;
    this.#context = {
      ...{ streams, text, watchdog },
      redis: portOf(options.redis, streams?.follow),
      options: resolved,
      closeRegistry: new CloseRegistry(),
      newOwner: () => this.#newOwner(),
    };
  }

  get prefix(): string {
    return this.#context.options.prefix;
  }

  close(): void {
    this.#context.closeRegistry.close();
  }

  #newOwner(): string {
    this.#clientId ??= crypto.randomUUID();
    // Not counted up: a holder would know the owners beside it. From 1 to 2^62, since Redisson reads it as a Java long.
    const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    return `${this.#clientId}:${BigInt.asUintN(62, random) + 1n}`;
  }

  /** @internal See `contextOf`. */
  static contextOf(client: unknown, option: string): ClientContext {
    if (typeof client === "object" && client !== null && #context in client) return client.#context;
    throw new InvalidOptionError(
      option,
      "must be what createClient or createLocks returned, and no object of your own or of another copy of this package",
    );
  }

  static {
    showsAs(LockClient, "Client", ({ prefix }) => ({ prefix }));
  }
}

/**
 * What kinds of locks need of a client. Throws INVALID_OPTION for an object that is none of ours, such as a test's own.
 */
export function contextOf(client: Client, option = "client"): ClientContext {
  return LockClient.contextOf(client, option);
}

/**
 * Makes a client of one Redis database, over HTTP, for the functions of the kinds. It sends nothing by itself. A bundle
 * holds the kinds that a program imports, and no others; `createLocks` has all of them as methods.
 * @param options `redis`, the defaults of every lock, and what the client is to carry: `wait: streams()`,
 * `watchdog: durableObjectWatchdog(…)`, `text: holdText()`; see ClientOptions
 * @throws INVALID_OPTION naming the option
 * @example
 * const client = createClient({ redis: { url, token }, wait: streams() }); await using held = await lock(client,
 * "orders:42").acquire();
 */
export function createClient(options: ClientOptions): Client {
  return new LockClient(options);
}
