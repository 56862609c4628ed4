// The model of the read/write lock, whose walks judge by two clocks.
import { readWriteChannel } from "../../../../src/lock/keys.ts";
import type { Compared } from "../harness/course.ts";
import { type Heard, hearing } from "../harness/messages.ts";
import { type Model, walksOf } from "../harness/model.ts";
import type { OwnRedis } from "../harness/own-redis.ts";
import type { Connection } from "../real.ts";
import { compare, type Place, type Walk, walkFrom } from "./compare.ts";

/** `loose`: judges only effects that clients notice. */
export function readWriteLock(loose = false): Model {
  return {
    name: "read/write lock",
    metrics: loose ? ["M1", "M11"] : ["M1", "M5", "M6", "M8", "M11", "M12", "M13"],
    together: 20,
    async on(redis) {
      const place = { ...(await placeOf(redis)), loose };
      return walksOf(walkFrom, (walk: Walk) => comparedAgain(place, walk));
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

/** The clock advances within a script: a single difference may be due to a millisecond. */
export async function comparedAgain(place: Place, walk: Walk): Promise<Compared> {
  let found = await compare(place, walk);
  for (let more = 2; more > 0 && found.failure !== undefined; more -= 1) found = await compare(place, walk);
  return found;
}
