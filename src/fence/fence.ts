// The checking side of fencing: what a lock protects refuses whoever has an older token than one it has seen. A lock
// alone cannot: its holder may be stopped for longer than its lease between any look at the lock and its write.
import { type Client, contextOf } from "../client.ts";
import { InvalidOptionError, isLockError, RedisUnreachableError } from "../errors.ts";
import { runAnswered } from "../hold/ask.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { showsAs } from "../inspect.ts";
import { checkDataKey, isWellFormed, lockName } from "../keys.ts";
import { type Admission, type FencedWrite, fenceCheckCall, fenceSetCall, withdrawCall } from "../lua/fence/calls.ts";
import { checkToken } from "./token.ts";

const WITHDRAWAL_MS = 1_000;

/** What protects one resource by the tokens of a fenced lock. Making it costs nothing and sends nothing. */
export interface Fence extends Pick<TokenFence, keyof TokenFence> {}

/**
 * Makes a resource refuse whoever has an older token than one it has seen: a key in Redis, by one step. For a row in
 * SQL take `fencedRows`, for a Durable Object's storage `fencedStorage`. Sends nothing by itself.
 * @param client what `createClient` returned
 * @param resource what the tokens are of: best the name of the fenced lock
 * @throws INVALID_OPTION naming "resource"
 * @example
 * const isSet = await fence(client, "invoices").set("invoices:last", "42", held.fencingToken);
 */
export function fence(client: Client, resource: string): Fence {
  return new TokenFence(contextOf(client), resource);
}

export class TokenFence {
  /** The name given, without prefix. */
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
   * Raises the mark of the resource in Redis to this token: from then on `set` refuses older ones. Do so before you
   * read the key that you are going to set. It does nothing for rows and for the storage of an object, which have marks
   * of their own: see `fencedRows` and `fencedStorage`. Alone it only proves that the token was current: a write that
   * follows it elsewhere is not protected by it. The mark is one key in Redis that never expires.
   * @param token `held.fencingToken` of a fenced lock
   * @returns whether no newer token was seen
   * @throws INVALID_OPTION, also for a token that is more than a minute ahead of Redis' clock and that the fenced lock
   * of this name has not granted; REDIS_UNREACHABLE, REDIS_REFUSED, OUTCOME_UNKNOWN, UNEXPECTED_REPLY
   */
  async check(token: string): Promise<boolean> {
    const call = fenceCheckCall(this.#key, checkToken(token));
    return admitted((await runAnswered(this.#client, call, this.#client.options.leaseMs)).reply);
  }

  /**
   * Sets a key to a text and raises the mark, in one step, unless a newer token was seen: then nothing is written. As
   * Redis' SET, it takes the key's TTL away; a key that is not text is refused with WRONGTYPE, and left alone. All who
   * write one key must call the resource the same: another resource has another mark. The order is key, value, token:
   * swapped, a value of digits would be taken for the token. Mark and key may lie in different slots: this is for a
   * single database, as Upstash's are, not for a cluster.
   * @param key your own, exactly as given: no prefix is put before it; 1 to 32,768 bytes, and not beginning with
   * `redisson_` or `leasehound`
   * @param value well-formed text; its size is limited by your database's limit for one request
   * @param token `held.fencingToken` of a fenced lock
   * @returns whether it was set
   * @throws INVALID_OPTION, as `check`; REDIS_REFUSED; REDIS_UNREACHABLE: nothing was written, and will not be;
   * OUTCOME_UNKNOWN, UNEXPECTED_REPLY: it may have been set, or be set yet, as long as no newer token comes
   */
  async set(key: string, value: string, token: string): Promise<boolean> {
    checkDataKey("key", key);
    if (typeof value !== "string") throw new InvalidOptionError("value", "must be a string");
    if (!isWellFormed(value)) throw new InvalidOptionError("value", "must be well-formed Unicode");
    const checked = checkToken(token);
    const write = { resource: this.#key, requestId: crypto.randomUUID(), token: checked, key, value };
    return runAnswered(this.#client, fenceSetCall(write), this.#client.options.leaseMs).then(
      ({ reply }) => admitted(reply),
      (error: unknown) => this.#withdraw(write, error),
    );
  }

  /** A write that was not answered might come yet, after a newer one of the same token: better it never does. */
  async #withdraw(write: FencedWrite, error: unknown): Promise<boolean> {
    if (!isLockError(error) || (error.code !== "OUTCOME_UNKNOWN" && error.code !== "UNEXPECTED_REPLY")) throw error;
    const { reply } = await runAnswered(this.#client, withdrawCall(write), WITHDRAWAL_MS).catch(() => {
      throw error;
    });
    if (reply !== undefined) return admitted(reply);
    throw new RedisUnreachableError("this write was not carried out, and will not be; try again", { cause: error });
  }
}

/** Throws for a token that no lock has granted: a mistake of the caller's, unlike one that was overtaken. */
function admitted(admission: Admission): boolean {
  if (admission !== "ahead") return admission;
  throw new InvalidOptionError(
    "token",
    "is more than a minute ahead of Redis' clock, and the fenced lock of this name has not granted it; pass held.fencingToken",
  );
}
showsAs(TokenFence, "Fence", ({ resource }) => ({ resource }));
