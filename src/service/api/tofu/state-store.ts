// States in R2. Each has one small object, the head: it names the newest holder of the lock, with its fencing token,
// and the object with the content. LOCK replaces the head before it answers. A write stores its content, and then
// replaces the head that still names its own lock, by compare-and-set. So a stale holder never overwrites a state that
// a later holder may have read. One object would not do: its etag is a digest of the content, which LOCK keeps.
import { refused } from "../../access/refusal.ts";
import { type LockInfo, parseLockInfo } from "./lock-info.ts";

/** The condition of a write. */
export interface WriteCondition {
  /** The object has this etag. */
  readonly etagMatches?: string;
  /** `*`: there is no such object. */
  readonly etagDoesNotMatch?: string;
}

/** An object of a bucket. */
export interface StoredObject {
  /** Differs between two contents of one key. */
  readonly etag: string;
}

/** An R2 bucket of Cloudflare, or anything with these methods of it. Reads must see all earlier writes. */
export interface StateBucket {
  /**
   * Reads an object.
   * @param key the key of the object
   * @returns the object with its content; null if there is none
   * @example
   * const state = await (await bucket.get(key))?.arrayBuffer();
   */
  get(key: string): Promise<(StoredObject & { readonly arrayBuffer: () => Promise<ArrayBuffer> }) | null>;
  /**
   * Writes an object.
   * @param key the key of the object
   * @param value the content
   * @param options `onlyIf`: the condition; default: none
   * @returns the object; null if the condition is not met, and nothing was written
   * @example
   * const written = await bucket.put(key, "{}", { onlyIf: { etagDoesNotMatch: "*" } });
   */
  put(
    key: string,
    value: Uint8Array | string,
    options: { readonly onlyIf?: WriteCondition },
  ): Promise<StoredObject | null>;
  /**
   * Deletes an object.
   * @param key the key of the object
   * @example
   * await bucket.delete(key);
   */
  delete(key: string): Promise<void>;
}

/** The holder that may write a state. */
export interface Holder {
  /** The owner of the lock; "": nobody, the last write was one without a lock. */
  readonly owner: string;
  /** The highest token of all holders, decimal digits. */
  readonly token: string;
  /** The lock info, as JSON; "": none. */
  readonly info: string;
}

interface Head extends Holder {
  /** The key of the content; "": the state was locked, but never written. */
  readonly content: string;
}

interface FoundHead extends Head {
  /** Undefined: there is no head. */
  readonly etag: string | undefined;
}

// Another change comes between only if a client writes twice at once, or without a lock.
const MAX_TRIES = 5;

export class StateStore {
  readonly #bucket: StateBucket;
  readonly #headKey: string;
  readonly #contentKeys: string;

  /** `state`: the name of the state, which is a part of the keys. */
  constructor(bucket: StateBucket, state: string) {
    this.#bucket = bucket;
    this.#headKey = `tofu/heads/${state}`;
    this.#contentKeys = `tofu/contents/${state}/`;
  }

  /** Returns the state; undefined: it was never locked or written. An empty one was only locked. */
  async read(): Promise<ArrayBuffer | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { etag, content } = await this.#head();
      if (etag === undefined) return undefined;
      if (content === "") return new ArrayBuffer(0);
      // A write that came between has deleted the content.
      const found = await this.#bucket.get(content);
      if (found !== null) return found.arrayBuffer();
    }
    throw busy();
  }

  /**
   * Names a new holder, whose writes pass from now on. Returns false if there is a later one.
   * @throws 503 when others change the state all the time
   */
  async admit(holder: Holder): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await this.#head();
      if (BigInt(before.token) > BigInt(holder.token)) return false;
      if (before.token === holder.token && before.owner === holder.owner) return true;
      if (await this.#replace(before, { ...holder, content: before.content })) return true;
    }
    throw busy();
  }

  /**
   * Writes the state. `permit` gets the newest holder, returns the next one, and throws if the write is refused.
   * @throws 503 when others change the state all the time
   */
  async write(bytes: Uint8Array, permit: (newest: Holder) => Promise<Holder>): Promise<void> {
    const content = this.#contentKeys + crypto.randomUUID();
    let isStored = false;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await this.#head();
      // R2 may answer null for a write that it has repeated.
      if (before.content === content) return;
      // Asked after the etag is known: a lock that is acquired from now on changes it.
      const next = await permit(before).catch(async (error: unknown) => {
        if (isStored) await this.#bucket.delete(content);
        throw error;
      });
      if (!isStored) await this.#bucket.put(content, bytes, {});
      isStored = true;
      if (await this.#replace(before, { ...next, content })) {
        if (before.content !== "") await this.#bucket.delete(before.content);
        return;
      }
    }
    throw busy();
  }

  /** Returns the lock info of this owner, if it is the newest holder. */
  async infoOf(holder: string): Promise<LockInfo | undefined> {
    const { owner, info } = await this.#head();
    return owner === holder && info !== "" ? parseLockInfo(info) : undefined;
  }

  async #head(): Promise<FoundHead> {
    const found = await this.#bucket.get(this.#headKey);
    if (found === null) return { etag: undefined, owner: "", token: "0", info: "", content: "" };
    const stored: unknown = JSON.parse(new TextDecoder().decode(await found.arrayBuffer()));
    const member = (name: keyof Head): string => String(Reflect.get(Object(stored), name));
    return {
      ...{ etag: found.etag, owner: member("owner"), token: member("token") },
      ...{ info: member("info"), content: member("content") },
    };
  }

  async #replace({ etag }: FoundHead, { owner, token, info, content }: Head): Promise<boolean> {
    const onlyIf = etag === undefined ? { etagDoesNotMatch: "*" } : { etagMatches: etag };
    // Each head has an etag of its own.
    const head = JSON.stringify({ owner, token, info, content, id: crypto.randomUUID() });
    return (await this.#bucket.put(this.#headKey, head, { onlyIf })) !== null;
  }
}

function busy(): Error {
  return refused(503, "others change this state all the time");
}
