// The model with the fenced lock's acquire, which must match the plain lock, and its tokens must be valid.
import { walkOnBoth } from "./compare.ts";
import type { Model } from "./harness.ts";
import { Tokens } from "./tokens.ts";
import { randomFrom } from "./walk.ts";

export const fencedLock: Model = {
  name: "fenced lock",
  metrics: ["M1", "M4", "M5", "M6", "M11", "M12", "M13"],
  // No walk may last as long as a tick.
  together: 40,
  async on(redis) {
    const connection = await redis.connect();
    return (seed) => walkOnBoth(connection, seed, (key) => new Tokens(connection, key, randomFrom(seed)));
  },
};
