// The model with the fenced lock's acquire, which must match the plain lock, and its tokens must be valid.
import { releaseChannel } from "../../../../src/lock/keys.ts";
import { hearing } from "../harness/messages.ts";
import type { Model } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import { lockWalks } from "./compare.ts";
import { Tokens } from "./tokens.ts";

export const fencedLock: Model = {
  name: "fenced lock",
  metrics: ["M1", "M4", "M5", "M6", "M7", "M11", "M12", "M13"],
  // No walk may last as long as a tick.
  together: 40,
  async on(redis) {
    const connection = await redis.connect();
    const heard = await hearing(await redis.connect(), releaseChannel("walk:*"));
    return lockWalks({ connection, heard, tokensOf: (key, seed) => new Tokens(connection, key, randomFrom(seed)) });
  },
};
