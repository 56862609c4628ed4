// A set of worlds, each as 64 bits of a hash: 8 bytes a world in two arrays, whatever its size. Two of n worlds collide
// with a probability of about n² / 2⁶⁵ (one in 10,000 at 60 million). The second is then treated as seen.

const MAX_LOAD = 0.7;

export class Seen {
  #high: Uint32Array;
  #low: Uint32Array;
  #mask: number;
  size = 0;

  constructor(slots = 1 << 16) {
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#mask = slots - 1;
  }

  /** Returns false when it was in the set. */
  add(bytes: Uint8Array): boolean {
    let high = 0x9e3779b9;
    let low = 0x85ebca6b;
    for (const byte of bytes) {
      high = Math.imul(high ^ byte, 0x01000193);
      low = Math.imul((low << 13) ^ (low >>> 19) ^ byte, 0xcc9e2d51);
    }
    // Every input bit affects every bit of the slot.
    high = mixed(high ^ (low >>> 15));
    low = mixed(low ^ high) || 1; // both zero means an empty slot
    if (!put(this.#high, this.#low, this.#mask, high >>> 0, low >>> 0)) return false;
    this.size += 1;
    if (this.size > (this.#mask + 1) * MAX_LOAD) this.#grow();
    return true;
  }

  #grow(): void {
    const slots = (this.#mask + 1) * 2;
    const high = new Uint32Array(slots);
    const low = new Uint32Array(slots);
    for (let slot = 0; slot <= this.#mask; slot += 1) {
      const known = this.#low[slot] ?? 0;
      if (known !== 0) put(high, low, slots - 1, this.#high[slot] ?? 0, known);
    }
    this.#high = high;
    this.#low = low;
    this.#mask = slots - 1;
  }
}

/** Ends at the first empty slot, or at the same pair. There is always an empty slot. */
function put(highs: Uint32Array, lows: Uint32Array, mask: number, high: number, low: number): boolean {
  for (let slot = (high ^ (low << 7)) & mask; ; slot = (slot + 1) & mask) {
    if (lows[slot] === 0) {
      highs[slot] = high;
      lows[slot] = low;
      return true;
    }
    if (lows[slot] === low && highs[slot] === high) return false;
  }
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
