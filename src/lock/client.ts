// A client: one database, the options that its locks share, and the owners that it makes. The kinds of locks are
// functions of a client.

import { InvalidOptionError } from "../base/errors.ts";
import { showsAs } from "../base/printing.ts";
import { own } from "../base/validate.ts";
import { type ClientOptions, resolveClientOptions } from "./client-options.ts";
import type { ClientContext } from "./hold/client-context.ts";
import { CloseRegistry } from "./hold/close-registry.ts";
import { portOf } from "./redis/upstash.ts";

/**
 * One database, and the options that its locks share. Pass it to the function of a kind: `lock(client, "orders:42")`.
 */
export interface Client {
  /** The prefix of every name. */
  readonly prefix: string;
  /**
   * Ends waits and renewals, and leaves no timer behind. Calls that are waiting, and later ones, throw CLOSED.
   * It releases nothing: a hold stays until you release it or its lease ends. But nothing watches it any more, so its
   * `signal` aborts.
   * @example
   * client.close();
   */
  close(): void;
}

export class LockClient implements Client {
  readonly #context: ClientContext;
  // Created at the first use: a Worker has no randomness at the top level.
  #clientId: string | undefined;

  /** @internal */
  constructor(options: ClientOptions) {
    const resolved = resolveClientOptions(options);
    const { watchdog, wait: streams, text, renewals, inspection, steal, owners, keyLocking } = own(options);
    const redis = portOf(options.redis, streams?.follow);
    this.#context = {
      ...{ streams, text, watchdog, renewals, inspection, stealing: steal, owners },
      driver: keyLocking?.portFor(redis) ?? redis,
      options: resolved,
      closeRegistry: new CloseRegistry(),
      newOwner: () => {
        this.#clientId ??= crypto.randomUUID();
        return newOwner(this.#clientId);
      },
    };
  }

  get prefix(): string {
    return this.#context.options.prefix;
  }

  close(): void {
    this.#context.closeRegistry.close();
  }

  /** @internal See the function `contextOf`. */
  static contextOf(this: void, client: unknown, option: string = "client"): ClientContext {
    const given: object = Object(client);
    if (#context in given) return given.#context;
    throw new InvalidOptionError(
      option,
      "must be what createClient or createLocks of this copy of the package returned",
    );
  }

  static {
    showsAs(LockClient, "Client", ({ prefix }) => ({ prefix }));
  }
}

/**
 * Returns the inner state of a client, for kinds of locks. Throws INVALID_OPTION for any other object, such as a test's
 * own.
 */
export const contextOf: (client: Client, option?: string) => ClientContext = LockClient.contextOf;

/**
 * Creates a client of one Redis database, over HTTP, for the functions of the kinds. Sends nothing. A bundle contains
 * only the kinds that a program imports; `createLocks` has all of them as methods.
 * @param options `redis`, and the defaults of every lock; optional parts: `wait: streams()`, `watchdog:
 * durableObjectWatchdog(…)`, `text: holdText()`, `renewals: sharedRenewals()`, `inspection: inspection()`, `steal:
 * steal()`, `keyLocking: keyLocking()`. See ClientOptions
 * @returns the client
 * @throws INVALID_OPTION when an option is wrong
 * @example
 * const client = createClient({ redis: { url, token }, wait: streams() });
 * await using held = await lock(client, "orders:42").acquire();
 */
export function createClient(options: ClientOptions): Client {
  return new LockClient(options);
}

/**
 * Returns a new owner that nobody can guess: `<clientId>:<number>`, like Redisson's `<uuid>:<threadId>`.
 * @param clientId the part that all owners of a client share
 */
export function newOwner(clientId: string): string {
  // Not counted up, because a holder could then guess other owners. From 1 to 2^62, since Redisson reads it as a Java
  // long. The last 62 bits of a UUID are random. Node draws many UUIDs at a time: getRandomValues would take longer.
  const random = BigInt(`0x${crypto.randomUUID().replaceAll("-", "").slice(-16)}`);
  return `${clientId}:${BigInt.asUintN(62, random) + 1n}`;
}
