// Numbers that replay from their seed: for faults here, and for every seeded test.

/** Mulberry32: small, fast, and the same on every platform. Returns a number from 0 to 1, exclusive, at each call. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one of many sequences under a seed, which are independent of each other. */
export function sequence(seed: number, index: number): () => number {
  return mulberry32(Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b));
}
