// Fenced writes to the storage of a Durable Object: mark and value in one transaction, in either kind of storage.
import { InvalidOptionError, UnexpectedReplyError } from "../errors.ts";
import { showsAs } from "../inspect.ts";
import { checkDataKey, lockName, markKey, utf8Length } from "../keys.ts";
import { checkToken, isNewer, isToken } from "./token.ts";

// Of a storage that is not in SQLite; in one that is, keys could be longer.
const MAX_KEY_BYTES = 2_048;

/** What is needed of `ctx.storage`. */
export interface TransactionalStorage {
  transaction<T>(run: (transaction: StorageTransaction) => Promise<T>): Promise<T>;
}

export interface StorageTransaction {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
}

/** A Durable Object's storage that refuses whoever has an older token than one it has seen. */
export interface FencedStorage extends Pick<MarkedStorage, keyof MarkedStorage> {}

/**
 * Makes the storage of a Durable Object refuse whoever has an older token than one it has seen. The mark stands beside
 * the data, under a key that `list()` shows and `deleteAll()` deletes. Before you read, use its `check`. Sends nothing
 * to Redis. All who write one key must call the resource the same.
 * @param storage the object's `ctx.storage`, of either kind
 * @param resource what the tokens are of: best the name of the fenced lock
 * @throws INVALID_OPTION naming "storage" or "resource"
 * @example
 * const isPut = await fencedStorage(ctx.storage, "room:7").put("state", { open: true }, token);
 */
export function fencedStorage(storage: TransactionalStorage, resource: string): FencedStorage {
  return new MarkedStorage(storage, lockName("", resource, "resource").key);
}

export class MarkedStorage {
  readonly #storage: TransactionalStorage;
  readonly #mark: string;

  /** @internal */
  constructor(storage: TransactionalStorage, resource: string) {
    if (typeof storage?.transaction !== "function") {
      throw new InvalidOptionError("storage", "must be the storage of a Durable Object: ctx.storage");
    }
    this.#storage = storage;
    this.#mark = markKey(resource);
    atMost("resource", this.#mark);
  }

  /**
   * Raises the mark to this token, before what is to be changed is read: from then on older ones are refused.
   * @returns whether no newer token was seen
   * @throws INVALID_OPTION naming "token"; UNEXPECTED_REPLY when the mark is no token; what the storage throws
   */
  async check(token: string): Promise<boolean> {
    const checked = checkToken(token);
    return this.#storage.transaction((transaction) => this.#raise(transaction, checked));
  }

  /**
   * Puts a value and raises the mark, in one transaction, unless a newer token was seen: then nothing is written.
   * @param key your own: 1 to 2,048 bytes, and not beginning with `redisson_` or `leasehound`
   * @param value whatever the storage takes, but undefined
   * @returns whether it was put
   * @throws INVALID_OPTION; UNEXPECTED_REPLY when the mark is no token; what the storage throws: then nothing was
   * written
   */
  async put(key: string, value: unknown, token: string): Promise<boolean> {
    checkDataKey("key", key);
    atMost("key", key);
    if (value === undefined) throw new InvalidOptionError("value", "must not be undefined");
    const checked = checkToken(token);
    return this.#storage.transaction(async (transaction) => {
      if (!(await this.#raise(transaction, checked))) return false;
      await transaction.put(key, value);
      return true;
    });
  }

  async #raise(transaction: StorageTransaction, token: string): Promise<boolean> {
    const mark = await transaction.get(this.#mark);
    if (mark !== undefined && !isToken(mark)) {
      throw new UnexpectedReplyError(
        "the object's storage has a mark of this resource that is no token; delete its key, leasehound:mark:{…}",
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
