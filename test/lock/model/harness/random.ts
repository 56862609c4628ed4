/** Returns an integer from 0 up to, but excluding, `below`. */
export type Random = (below: number) => number;

/** xorshift32: the same numbers for the same seed on every platform. */
export function randomFrom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b9) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  // Similar seeds start with similar numbers.
  for (let warm = 0; warm < 8; warm += 1) next();
  return (below) => next() % below;
}
