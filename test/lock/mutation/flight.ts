// Detects mutants of a single flight's scripts: by walks beside their model, and by courses in which a mutant differs
// from its original. The lines that they share with the plain lock are judged there.
import { flightWalks } from "../model/flight/walks.ts";
import { mayBeFull } from "../model/harness/full-first.ts";
import { walkAll } from "../model/harness/model.ts";
import { flightCourses } from "./flight-courses.ts";
import { LazyRedis } from "./lazy-redis.ts";

const STEPS = 24_000;

export function isFlight(script: string): boolean {
  return script.startsWith("flight/");
}

export class FlightWalks {
  readonly #redis = new LazyRedis();
  readonly #courses = flightCourses();

  /** Ends at a course, or at the first walks that differ from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    // The faster check first.
    if (!(await this.#courses.survives(name, source))) return false;
    const connection = await this.#redis.connection();
    const sha1 = await connection.sendCommand(["SCRIPT", "LOAD", source]).then(String, () => undefined);
    if (sha1 === undefined) return false;
    mayBeFull({ name, sha1 });
    await connection.sendCommand(["FLUSHALL"]);
    return (await walkAll(flightWalks(connection, { name, sha1 }), 1, STEPS, 20)).failure === undefined;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#redis.stop(), this.#courses.stop()]);
  }
}
