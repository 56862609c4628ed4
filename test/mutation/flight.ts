// What tells a mutant of a single flight's scripts: walks beside their model, and courses that it takes otherwise than
// the script that it was made of. Its other lines are those of the plain lock, and judged there.
import { walkFlightsOn } from "../model/flight.ts";
import { flightCourses } from "./flight-courses.ts";
import { LazyRedis } from "./lazy-redis.ts";

const STEPS = 20_000;

export function isFlight(script: string): boolean {
  return script.startsWith("flight/");
}

export class FlightWalks {
  readonly #redis = new LazyRedis();
  readonly #courses = flightCourses();

  /** Ends at a course, or at the first walks that tell it from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    // First what takes less time.
    if (!(await this.#courses.agree(name, source))) return false;
    const connection = await this.#redis.connection();
    const sha1 = await connection.sendCommand(["SCRIPT", "LOAD", source]).then(String, () => undefined);
    if (sha1 === undefined) return false;
    await connection.sendCommand(["FLUSHALL"]);
    return (await walkFlightsOn(connection, 1, STEPS, { name, sha1 })).failure === undefined;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#redis.stop(), this.#courses.stop()]);
  }
}
