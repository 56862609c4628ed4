// Fenced writes to the storage of a Durable Object: mark and value change in one transaction, in either kind of
// storage.
import { InvalidOptionError, printable, UnexpectedReplyError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { ownMembers } from "../../base/validate.ts";
import { checkDataKey, lockName, markKey, utf8Length } from "../keys.ts";
import { checkMaxAhead, checkToken, isNewer, isToken, refuseAhead } from "../token.ts";

// The limit of a storage that is not SQLite; SQLite allows longer keys.
const MAX_KEY_BYTES = 2_048;

/** The part of `ctx.storage` that is needed. */
export interface TransactionalStorage {
  /**
   * Runs a function in one transaction.
   * @param run reads and writes in the transaction
   * @returns the result of `run`
   */
  transaction<T>(run: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
}

/** The part of a transaction that is needed. */
export interface StorageTransaction {
  /**
   * Reads a value.
   * @param key the key
   * @returns the value, or undefined when there is none
   */
  get(key: string): Promise<unknown>;
  /**
   * Writes a value.
   * @param key the key
   * @param value the value
   */
  put(key: string, value: unknown): Promise<void>;
}

/** Options of `fencedStorage`. */
export interface FencedStorageOptions {
  /**
   * How far a token may be ahead of the local clock, in ms, from 0 to 10^17; default 86,400,000, a day. A token that is
   * further ahead is INVALID_OPTION: as a mark it would refuse all later holders. Raise it only for a lock whose tokens
   * are ahead for a reason, such as a clock of Redis that was set back.
   */
  readonly maxAheadMs?: number | undefined;
}

/** The storage of a Durable Object, which refuses a token older than the newest it has seen. */
export interface FencedStorage extends Pick<MarkedStorage, keyof MarkedStorage> {}

/**
 * Protects the storage of a Durable Object: a write with an older token than the newest seen is refused. Sends nothing
 * to Redis.
 * The mark lies beside the data, under a key that `list()` shows and `deleteAll()` deletes. Call `check` before you
 * read. All writers of a key must use the same resource.
 * @param storage the object's `ctx.storage`, of either kind
 * @param resource what the tokens protect: best the name of the fenced lock
 * @param options `maxAheadMs`: how far a token may be ahead of the local clock. Default: a day
 * @returns the protected storage
 * @throws INVALID_OPTION when `storage`, `resource` or `maxAheadMs` is wrong
 * @example
 * const isPut = await fencedStorage(ctx.storage, "room:7").put("state", { open: true }, token);
 */
export function fencedStorage(
  storage: TransactionalStorage,
  resource: string,
  options?: FencedStorageOptions,
): FencedStorage {
  const own = ownMembers("options", options, ["maxAheadMs"]);
  return new MarkedStorage(storage, lockName("", resource, "resource").key, checkMaxAhead(own?.maxAheadMs));
}

export class MarkedStorage {
  readonly #storage: TransactionalStorage;
  readonly #mark: string;
  readonly #maxAheadMs: number;

  /** @internal */
  constructor(storage: TransactionalStorage, resource: string, maxAheadMs: number) {
    if (typeof storage?.transaction !== "function") {
      throw new InvalidOptionError("storage", "must be the storage of a Durable Object: ctx.storage");
    }
    this.#storage = storage;
    this.#mark = markKey(resource);
    atMost("resource", this.#mark);
    this.#maxAheadMs = maxAheadMs;
  }

  /**
   * Marks this token as the newest seen, so that older ones are refused. Call it before you read what you are going to
   * change.
   * @param token `held.fencingToken` of a fenced lock: 1 to 20 digits
   * @returns whether no newer token was seen
   * @throws INVALID_OPTION when `token` is malformed, or further ahead of the local clock than `maxAheadMs`;
   * UNEXPECTED_REPLY when the stored mark is not a token; the errors of the storage
   * @example
   * const isCurrent = await fencedStorage(ctx.storage, "room:7").check(token);
   */
  async check(token: string): Promise<boolean> {
    const checked = this.#checked(token);
    return this.#storage.transaction((transaction) => this.#raise(transaction, checked));
  }

  /**
   * Puts a value and marks the token as the newest seen, in one transaction. Writes nothing if a newer token was seen.
   * @param key your own key: 1 to 2,048 bytes, not beginning with `redisson_` or `leasehound`
   * @param value any value that the storage takes, except undefined
   * @param token `held.fencingToken` of a fenced lock: 1 to 20 digits
   * @returns whether the value was put
   * @throws INVALID_OPTION when an argument is wrong, as for `check`; UNEXPECTED_REPLY when the stored mark is not a token; the errors
   * of the storage. Nothing was written then
   * @example
   * const isPut = await fencedStorage(ctx.storage, "room:7").put("state", { open: true }, token);
   */
  async put(key: string, value: unknown, token: string): Promise<boolean> {
    checkDataKey("key", key);
    atMost("key", key);
    if (value === undefined) throw new InvalidOptionError("value", "must not be undefined");
    const checked = this.#checked(token);
    return this.#storage.transaction(async (transaction) => {
      if (!(await this.#raise(transaction, checked))) return false;
      await transaction.put(key, value);
      return true;
    });
  }

  #checked(token: string): string {
    const checked = checkToken(token);
    refuseAhead(checked, this.#maxAheadMs);
    return checked;
  }

  async #raise(transaction: StorageTransaction, token: string): Promise<boolean> {
    const mark = await transaction.get(this.#mark);
    if (mark !== undefined && !isToken(mark)) {
      throw new UnexpectedReplyError(
        `the object's storage has a mark that is no token; delete its key, ${printable(this.#mark)}`,
      );
    }
    if (mark !== undefined && isNewer(mark, token)) return false;
    if (mark !== token) await transaction.put(this.#mark, token);
    return true;
  }

  static {
    showsAs(MarkedStorage, "FencedStorage", (storage) => ({ mark: storage.#mark }));
  }
}

function atMost(option: string, key: string): void {
  if (utf8Length(key) <= MAX_KEY_BYTES) return;
  throw new InvalidOptionError(option, `is too long for a Durable Object: its key would exceed ${MAX_KEY_BYTES} bytes`);
}
