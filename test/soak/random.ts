// One seeded sequence per client: the same seed gives every client the same sequence of operations, whatever the others do.

/** Mulberry32: a number from 0 to 1, exclusive, at each call. */
export type Random = () => number;

export function sequence(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, 0x85ebca6b)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `min` to `max`, both included. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** One of the choices, by weight; weights need not add up to anything. */
export function weighted<Choice>(
  random: Random,
  choices: readonly (readonly [weight: number, choice: Choice])[],
): Choice {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, choice] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new Error("nothing to choose from");
  return last[1];
}
