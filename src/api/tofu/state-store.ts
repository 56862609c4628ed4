// States in R2. The metadata of a state names the newest holder of its lock, with its fencing token: LOCK stamps the
// state before it answers. A write passes only if it finds the stamp of its own lock, and replaces what it has seen. So
// a stale holder never overwrites a state that a later holder may have read.
import { refused } from "../refusal.ts";
import { type LockInfo, parseLockInfo } from "./lock-info.ts";
import type { StateBucket, StoredObject } from "./state-bucket.ts";

/** Who may write a state. */
export interface Stamp {
  /** The owner of the lock; "": nobody, the last write was one without a lock. */
  readonly owner: string;
  /** The highest token of all holders, decimal digits. */
  readonly token: string;
}

// Another write comes between only if a client writes twice at once, or without a lock.
const MAX_TRIES = 5;
const NOBODY: Stamp = { owner: "", token: "0" };

export class StateStore {
  readonly #bucket: StateBucket;
  readonly #stateKey: string;
  readonly #infoKey: string;

  /** `state`: the name of the state, which is a part of the keys. */
  constructor(bucket: StateBucket, state: string) {
    this.#bucket = bucket;
    this.#stateKey = `tofu-state/${state}`;
    this.#infoKey = `tofu-lock/${state}`;
  }

  /** Returns the state; undefined: there is none. An empty one was stamped, but never written. */
  async read(): Promise<ArrayBuffer | undefined> {
    return (await this.#bucket.get(this.#stateKey))?.arrayBuffer();
  }

  /**
   * Stamps the state for a new holder. Returns false if a later holder has done so.
   * @throws 503 when others write it all the time
   */
  async stamp(stamp: Stamp): Promise<boolean> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const found = await this.#bucket.get(this.#stateKey);
      const before = stampOf(found);
      if (BigInt(before.token) > BigInt(stamp.token)) return false;
      if (before.token === stamp.token && before.owner === stamp.owner) return true;
      const content = found === null ? new Uint8Array() : new Uint8Array(await found.arrayBuffer());
      if (await this.#replace(found, content, stamp)) return true;
    }
    throw busy();
  }

  /**
   * Writes the state. `permit` gets the stamp, returns the next one, and throws if the write is refused.
   * @throws 503 when others write it all the time
   */
  async write(content: Uint8Array, permit: (stamp: Stamp) => Promise<Stamp>): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const found = await this.#bucket.head(this.#stateKey);
      // Asked after the etag is known: a lock that is acquired from now on changes it.
      const next = await permit(stampOf(found));
      if (await this.#replace(found, content, next)) return;
    }
    throw busy();
  }

  /**
   * Stores the lock info of the holder. A late writer may replace that of the next holder, whose id it does not have;
   * then refused clients are told less.
   */
  async keepInfo(info: LockInfo): Promise<void> {
    await this.#bucket.put(this.#infoKey, JSON.stringify(info));
  }

  /** Returns the stored lock info with this id. */
  async infoOf(id: string): Promise<LockInfo | undefined> {
    const stored = await this.#bucket.get(this.#infoKey);
    if (stored === null) return undefined;
    const info = parseLockInfo(new TextDecoder().decode(await stored.arrayBuffer()));
    return info.ID === id ? info : undefined;
  }

  async #replace(found: StoredObject | null, content: Uint8Array, { owner, token }: Stamp): Promise<boolean> {
    const onlyIf = found === null ? { etagDoesNotMatch: "*" } : { etagMatches: found.etag };
    return (await this.#bucket.put(this.#stateKey, content, { onlyIf, customMetadata: { owner, token } })) !== null;
  }
}

function stampOf(found: StoredObject | null): Stamp {
  const { owner = "", token = "" } = found?.customMetadata ?? {};
  return /^\d{1,20}$/.test(token) ? { owner, token } : NOBODY;
}

function busy(): Error {
  return refused(503, "others write this state all the time");
}
