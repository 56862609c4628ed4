// What tells a mutant of a script of the permit-expirable semaphore: walks of its model.
import { walkPermits } from "../model/permits/walk-all.ts";
import { LazyRedis } from "./lazy-redis.ts";

const STEPS = 4_800;

export function isOfPermits(script: string): boolean {
  return script.startsWith("permit-expirable/");
}

export class PermitWalks {
  readonly #redis = new LazyRedis();

  /** Ends at the first walks that tell it from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    const connection = await this.#redis.connection();
    await connection.sendCommand(["FLUSHALL"]);
    try {
      const walked = await walkPermits(connection, 1, STEPS, { name, source });
      return walked.failure === undefined;
    } catch {
      // Redis does not take it, or it answers what no script of ours does.
      return false;
    }
  }

  stop(): Promise<void> {
    return this.#redis.stop();
  }
}
