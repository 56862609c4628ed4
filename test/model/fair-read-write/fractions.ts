// Random numbers of a walk.
import type { Random } from "../../soak/random.ts";
import { randomFrom } from "../walk.ts";

/** Returns numbers from 0 to 1, exclusive: the same ones for the same seed. */
export function fractions(seed: number): Random {
  const below = randomFrom(seed);
  return () => below(2 ** 30) / 2 ** 30;
}
