// Detects mutants of a script of the permit-expirable semaphore: by walks of its model, and by courses in which a
// mutant differs from its original.
import { walkAll } from "../model/harness/model.ts";
import { permitWalks } from "../model/permits/walk.ts";
import { LazyRedis } from "./lazy-redis.ts";
import { permitCourses } from "./permit-courses.ts";

const STEPS = 4_800;

export function isOfPermits(script: string): boolean {
  return script.startsWith("permit-expirable/");
}

export class PermitWalks {
  readonly #redis = new LazyRedis();
  readonly #courses = permitCourses();

  /** Ends at a course, or at the first walks that differ from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    // The faster check first.
    if (!(await this.#courses.survives(name, source))) return false;
    const connection = await this.#redis.connection();
    await connection.sendCommand(["FLUSHALL"]);
    try {
      const sources = new Map([[name, source]]);
      for (const sweepsFew of [false, true]) {
        const take = await permitWalks(connection, sweepsFew, sources);
        if ((await walkAll(take, 1, STEPS, 20)).failure !== undefined) return false;
      }
      return true;
    } catch {
      // Redis does not accept it, or its reply is not one of our scripts.
      return false;
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#redis.stop(), this.#courses.stop()]);
  }
}
