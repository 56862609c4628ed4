// The store of a simulation: a small database that all isolates share. It takes reads and writes in the order in which
// they arrive. It remembers which isolate has read which version, and so notices a lost write.
import { InvalidOptionError } from "../../base/errors.ts";

/** The values of a store, by key. */
export type StoreValues = Readonly<Record<string, unknown>>;

/** The keys of a store. */
export type StoreKey<Values extends StoreValues> = keyof Values & string;

/** The store of a program. Each call takes some milliseconds, and its isolate may pause or crash before it or after it. */
export interface Store<Values extends StoreValues> {
  /**
   * Reads a value.
   * @param key the key
   * @param token the `fencingToken` of a hold. From then on, `set` refuses older tokens for this key. Default: none
   * @returns a copy of the value
   * @example
   * const sold = await simulated.store.get("sold", held.fencingToken);
   */
  get<Key extends StoreKey<Values>>(key: Key, token?: string): Promise<Values[Key]>;
  /**
   * Writes a value.
   * @param key the key
   * @param value data; the store keeps a copy
   * @param token the `fencingToken` of a hold. Nothing is written if the key has seen a newer one. Default: none
   * @returns whether it was written: always true without a token
   * @example
   * const isSet = await simulated.store.set("sold", 2, held.fencingToken); // false: a newer hold has used the key
   */
  set<Key extends StoreKey<Values>>(key: Key, value: Values[Key], token?: string): Promise<boolean>;
}

/** The store as it is now. */
export interface StoreView<Values extends StoreValues> {
  /** Returns the value of a key. */
  get<Key extends StoreKey<Values>>(key: Key): Values[Key];
}

/** The result of a write. */
interface Written {
  /** False: the key has seen a newer token. */
  readonly isWritten: boolean;
  /** Whose write is lost, because this writer had read an older value. Undefined: nobody's. */
  readonly lostOf?: string | undefined;
}

interface Entry {
  version: number;
  /** Who wrote it; undefined: nobody. */
  writer: string | undefined;
  /** The newest token that it has seen. */
  token: bigint;
}

export class Entries<Values extends StoreValues> implements StoreView<Values> {
  // Without a prototype: a key may be named like a member that every object has.
  readonly #values: { -readonly [Key in keyof Values]: Values[Key] };
  readonly #entries = new Map<string, Entry>();
  /** The version that an isolate has read last, by isolate and key. */
  readonly #read = new Map<string, number>();

  constructor(values: Values) {
    this.#values = Object.assign(Object.create(null), structuredClone(values));
  }

  /** Throws INVALID_OPTION for a key that has no first value. */
  check(key: string): void {
    if (Object.hasOwn(this.#values, key)) return;
    throw new InvalidOptionError("key", `must be a key of store: ${Object.keys(this.#values).join(", ")}`);
  }

  get<Key extends StoreKey<Values>>(key: Key): Values[Key] {
    this.check(key);
    return structuredClone(this.#values[key]);
  }

  read<Key extends StoreKey<Values>>(reader: string, key: Key, token: bigint | undefined): Values[Key] {
    const entry = this.#of(key);
    if (token !== undefined && token > entry.token) entry.token = token;
    this.#read.set(`${reader} ${key}`, entry.version);
    return this.get(key);
  }

  /** Writes a value, unless the key has seen a newer token. */
  write<Key extends StoreKey<Values>>(
    writer: string,
    key: Key,
    value: Values[Key],
    token: bigint | undefined,
  ): Written {
    const entry = this.#of(key);
    if (token !== undefined && token < entry.token) return { isWritten: false };
    if (token !== undefined) entry.token = token;
    const version = this.#read.get(`${writer} ${key}`);
    const isStale = version !== undefined && version < entry.version && entry.writer !== writer;
    const lostOf = isStale ? entry.writer : undefined;
    this.#values[key] = value;
    entry.version += 1;
    entry.writer = writer;
    this.#read.set(`${writer} ${key}`, entry.version);
    return { isWritten: true, lostOf };
  }

  /** Returns a key that somebody else has written since this isolate read it. */
  staleOf(reader: string): string | undefined {
    for (const [key, { version, writer }] of this.#entries) {
      const read = this.#read.get(`${reader} ${key}`);
      if (read !== undefined && read < version && writer !== reader) return key;
    }
    return undefined;
  }

  #of(key: string): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry = { version: 0, writer: undefined, token: 0n };
    this.#entries.set(key, entry);
    return entry;
  }
}
