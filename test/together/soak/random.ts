// One seeded sequence per client: the same seed gives every client the same operations, whatever the others do.

/** Returns a number from 0 to 1, exclusive, at each call. */
export type Random = () => number;

/** Returns a whole number from `min` to `max`, both included. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Returns one of the choices, by weight. The sum of the weights is arbitrary. */
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
