// The checking side of fencing: the protected resource refuses a token older than the newest it has seen. A lock alone
// cannot do that: its holder may stop for longer than its lease between a check of the lock and a write.

import { InvalidOptionError, isLockError, named, type Subject, undone } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { type Client, contextOf } from "../client.ts";
import { type ClientContext, runAnswered } from "../hold/client-context.ts";
import { checkDataKey, checkWellFormed, hashTagOf, lockName } from "../keys.ts";
import { type Admission, type FencedWrite, fenceCheckCall, fenceSetCall, withdrawCall } from "../lua/fence.ts";
import { checkToken } from "../token.ts";

const WITHDRAWAL_MS = 1_000;

/** Protects one resource by the tokens of a fenced lock. Making one costs nothing and sends nothing. */
export interface Fence extends Pick<TokenFence, keyof TokenFence> {}

/**
 * Protects a key in Redis: a write with an older token than the newest seen is refused, in one step. For a row in SQL
 * use `fencedRows`, for the storage of a Durable Object `fencedStorage`. Sends nothing.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param resource what the tokens protect: best the name of the fenced lock
 * @returns the fence
 * @throws INVALID_OPTION when `client` or `resource` is wrong
 * @example
 * const isSet = await fence(client, "invoices").set("invoices:last", "42", held.fencingToken);
 */
export function fence(client: Client, resource: string): Fence {
  return new TokenFence(contextOf(client), resource);
}

export class TokenFence {
  /** The resource's name, without the prefix. */
  readonly resource: string;
  readonly #key: string;
  readonly #client: ClientContext;

  /** @internal */
  constructor(client: ClientContext, resource: string) {
    const { name, key } = lockName(client.options.prefix, resource, "resource");
    this.resource = name;
    this.#key = key;
    this.#client = client;
  }

  /**
   * Marks this token in Redis as the newest seen, so that `set` refuses older ones. Call it before you read the key
   * that you are going to set.
   * Rows and the storage of an object have marks of their own, which this does not change: see `fencedRows` and
   * `fencedStorage`. Alone it only proves that the token was current: it does not protect a later write elsewhere. The
   * mark is one key in Redis that never expires.
   * @param token `held.fencingToken` of a fenced lock: 1 to 20 digits
   * @returns whether no newer token was seen
   * @throws INVALID_OPTION when `token` is malformed, or more than a minute ahead of Redis' clock and not granted by
   * the fenced lock of this name
   * @throws REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the request to Redis fails
   * @example
   * if (!(await locks.fence("invoices").check(held.fencingToken))) throw new Error("the lock is lost");
   */
  async check(token: string): Promise<boolean> {
    const call = fenceCheckCall(this.#key, checkToken(token));
    return admitted(
      (await runAnswered(this.#client, call, this.#client.options.leaseMs, this.#subject("check"))).reply,
    );
  }

  /**
   * Sets a key and marks the token as the newest seen, in one step. Writes nothing if a newer token was seen. Like SET
   * of Redis, it removes the key's TTL.
   * All writers of a key must use the same resource, because each resource has its own mark. Mind the order of the
   * arguments: with value and token swapped, a value of digits would count as the token. In a cluster, key and resource
   * must have one hash tag, such as "{invoices}:last" and "{invoices}:fence".
   * @param key your own key, exactly as given, without a prefix: 1 to 32,768 bytes, not beginning with `redisson_` or
   * `leasehound`
   * @param value well-formed text, within your database's limit for one request
   * @param token `held.fencingToken` of a fenced lock: 1 to 20 digits
   * @returns whether the key was set
   * @throws INVALID_OPTION when an argument is malformed, or the token too far ahead, as for `check`
   * @throws REDIS_UNREACHABLE or REDIS_REFUSED when nothing was or will be written, such as WRONGTYPE for a key that is
   * not text
   * @throws OUTCOME_UNKNOWN or UNEXPECTED_REPLY when the key may have been set, or may be set until a newer token comes
   * @example
   * const isSet = await locks.fence("invoices").set("invoices:last", "42", held.fencingToken);
   */
  async set(key: string, value: string, token: string): Promise<boolean> {
    checkDataKey("key", key);
    if (typeof value !== "string") throw new InvalidOptionError("value", "must be a string");
    checkWellFormed("value", value);
    const checked = checkToken(token);
    if (this.#client.driver.isCluster && hashTagOf(key) !== hashTagOf(this.#key)) {
      throw new InvalidOptionError(
        "key",
        'must share a slot with the fence in a cluster: give both one hash tag, such as "{invoices}:fence" and "{invoices}:last"',
      );
    }
    const write = { resource: this.#key, requestId: crypto.randomUUID(), token: checked, key, value };
    return runAnswered(
      this.#client,
      fenceSetCall(write),
      this.#client.options.leaseMs,
      this.#subject("write through"),
    ).then(
      ({ reply }) => admitted(reply),
      (error: unknown) => this.#withdraw(write, error),
    );
  }

  /** Withdraws an unanswered write: it could arrive after a newer write with the same token. */
  async #withdraw(write: FencedWrite, error: unknown): Promise<boolean> {
    if (!isLockError(error) || error.outcome !== "unknown") throw error;
    const { reply } = await runAnswered(
      this.#client,
      withdrawCall(write),
      WITHDRAWAL_MS,
      this.#subject("write through"),
    ).catch(() => {
      throw error;
    });
    if (reply !== undefined) return admitted(reply);
    throw named(undone(error, "the write got no reply, and was withdrawn"), this.#subject("write through"));
  }

  #subject(act: string): Subject {
    return [`${act} fence`, this.resource];
  }
}

/**
 * Returns whether the token was admitted. Throws for one that no lock granted: unlike an old token, that is a mistake
 * of the caller.
 */
function admitted(admission: Admission): boolean {
  if (admission !== "ahead") return admission;
  throw new InvalidOptionError(
    "token",
    "is more than a minute ahead of Redis' clock, and the fenced lock of this name has not granted it; pass held.fencingToken",
  );
}
showsAs(TokenFence, "Fence", ({ resource }) => ({ resource }));
