// The order in which SCAN finds keys: by their hashes. A key that exists all the time is found exactly once, whatever
// is added or deleted meanwhile, and each page has a fair share of the keys.
import { fnv1a } from "../../base/fnv1a.ts";

interface Placed {
  readonly hash: number;
  readonly key: string;
}

// Fewer keys are put into their places one by one.
const FEW = 50;

/** One page of a scan. `next`: the cursor of the next page; 0: there is none. */
export interface Page {
  readonly keys: string[];
  readonly next: number;
}

export class ScanOrder {
  /** In order, with keys that no longer exist. It is kept between pages: sorting each time would be too slow. */
  #placed: Placed[] = [];
  /** Those that were added since the last page. A key may be among them twice. */
  #added: string[] = [];

  /** Records a new key. `keys`: all keys, with the new one. */
  add(key: string, keys: ReadonlyMap<string, unknown>): void {
    this.#added.push(key);
    // Without a scan, deleted keys would stay here for ever.
    if (this.#added.length <= 2 * keys.size + 1_000) return;
    this.#placed = [];
    this.#added = [...keys.keys()];
  }

  clear(): void {
    this.#placed = [];
    this.#added = [];
  }

  /**
   * Returns the keys with hashes from the cursor on.
   * @param cursor a hash; 0: the first page
   * @param count the number of keys on the page. Keys with the same hash are on the same page
   * @param keys all keys
   */
  page(cursor: number, count: number, keys: ReadonlyMap<string, unknown>): Page {
    this.#update(keys);
    const placed = this.#placed;
    const from = this.#place({ hash: cursor, key: "" });
    let end = Math.min(from + count, placed.length);
    while (end < placed.length && placed[end]?.hash === placed[end - 1]?.hash) end += 1;
    const page = placed.slice(from, end).filter(({ key }) => keys.has(key));
    return { keys: page.map(({ key }) => key), next: placed[end]?.hash ?? 0 };
  }

  #update(keys: ReadonlyMap<string, unknown>): void {
    const isCrowded = this.#placed.length > 2 * keys.size + 100;
    const added = this.#added.map((key) => ({ hash: hashOf(key), key }));
    this.#added = [];
    if (!isCrowded && added.length < FEW) {
      for (const one of added) {
        const at = this.#place(one);
        if (this.#placed[at]?.key !== one.key) this.#placed.splice(at, 0, one);
      }
      return;
    }
    // Two sorted parts are merged in linear time.
    const all = [...this.#placed, ...added.sort(compare)].filter(({ key }) => keys.has(key)).sort(compare);
    this.#placed = all.filter(({ key }, at) => all[at - 1]?.key !== key);
  }

  /** Returns where this one is, or would be. */
  #place(wanted: Placed): number {
    let from = 0;
    let to = this.#placed.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const placed = this.#placed[middle];
      if (placed !== undefined && compare(placed, wanted) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function compare(a: Placed, b: Placed): number {
  return a.hash - b.hash || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Returns FNV-1a of the key, mixed once more, from 1 to 2^32 - 1. */
function hashOf(key: string): number {
  const plain = fnv1a(key);
  const hash = Math.imul(plain ^ (plain >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
