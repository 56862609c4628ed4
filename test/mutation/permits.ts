// What tells a mutant of a script of the permit-expirable semaphore: walks of its model, and courses that it takes
// otherwise than the script that it was made of.
import { type RedisServer, startRedisServer } from "../../scripts/gateway/redis-server.ts";
import { walkPermits } from "../model/permits/walk-all.ts";
import { type Connection, connect } from "../model/real.ts";
import { permitCourses } from "./permit-courses.ts";

const STEPS = 4_800;

export function isOfPermits(script: string): boolean {
  return script.startsWith("permit-expirable/");
}

export class PermitWalks {
  #server: RedisServer | undefined;
  #connection: Connection | undefined;
  readonly #courses = permitCourses();

  /** Ends at a course, or at the first walks that tell it from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    // First what takes less time.
    if (!(await this.#courses.agree(name, source))) return false;
    this.#server ??= await startRedisServer();
    this.#connection ??= await connect(this.#server.url);
    const connection = this.#connection;
    await connection.sendCommand(["FLUSHALL"]);
    try {
      const walked = await walkPermits(connection, 1, STEPS, { name, source });
      return walked.failure === undefined;
    } catch {
      // Redis does not take it, or it answers what no script of ours does.
      return false;
    }
  }

  async stop(): Promise<void> {
    this.#connection?.destroy();
    await this.#server?.stop();
    await this.#courses.stop();
  }
}
