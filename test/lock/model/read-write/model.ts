// The model of the read/write lock, whose walks judge by two clocks.
import { readWriteChannel } from "../../../../src/lock/keys.ts";
import { METRIC_NAMES, type Metric } from "../../../together/soak/checker/findings.ts";
import { type Heard, hearing, type Model, shortened } from "../harness.ts";
import type { OwnRedis } from "../own-redis.ts";
import type { Connection } from "../real.ts";
import { type Compared, compare, type Place, type Walk, walkFrom } from "./compare.ts";

/** `loose`: judges only effects that clients notice. */
export function readWriteLock(loose = false): Model {
  return {
    name: "read/write lock",
    metrics: loose ? ["M1", "M11"] : ["M1", "M5", "M6", "M8", "M11", "M12", "M13"],
    together: 20,
    async on(redis) {
      const place = { ...(await placeOf(redis)), loose };
      return async (seed) => {
        const walk = walkFrom(seed);
        const found = await comparedAgain(place, walk);
        const shortest = () => shortened((each: Walk) => compare(place, each), walk);
        return { ...found, steps: walk.steps.length, found: metricOf(found.wrong), shortest };
      };
    },
  };
}

export async function placeOf(redis: OwnRedis): Promise<Place> {
  return { connection: await redis.connect(), heard: await hearingLocks(await redis.connect()) };
}

/** Collects the messages on the channels of locks. */
export function hearingLocks(subscriber: Connection): Promise<Heard> {
  return hearing(subscriber, readWriteChannel("rw-walk:*"));
}

function metricOf(wrong = ""): Metric | undefined {
  const [name] = wrong.split(":");
  return METRIC_NAMES.find((metric) => metric === name);
}

/** The clock advances within a script: a single difference may be due to a millisecond. */
export async function comparedAgain(place: Place, walk: Walk): Promise<Compared> {
  let found = await compare(place, walk);
  for (let more = 2; more > 0 && found.failure !== undefined; more -= 1) found = await compare(place, walk);
  return found;
}
