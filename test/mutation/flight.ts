// What tells a mutant of a single flight's scripts: walks beside their model, and courses that it takes otherwise than
// the script that it was made of. Its other lines are those of the plain lock, and judged there.
import { type RedisServer, startRedisServer } from "../../scripts/gateway/redis-server.ts";
import * as generated from "../../src/lua/generated.ts";
import { walkFlightsOn } from "../model/flight.ts";
import { type Connection, connect, load } from "../model/real.ts";
import { flightCourses } from "./flight-courses.ts";

const STEPS = 20_000;

export function isFlight(script: string): boolean {
  return script.startsWith("flight/");
}

export class FlightWalks {
  #server: RedisServer | undefined;
  #connection: Connection | undefined;
  readonly #courses = flightCourses();

  /** Ends at a course, or at the first walks that tell it from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    // First what takes less time.
    if (!(await this.#courses.agree(name, source))) return false;
    const connection = await this.#place();
    const sha1 = await connection.sendCommand(["SCRIPT", "LOAD", source]).then(String, () => undefined);
    if (sha1 === undefined) return false;
    await connection.sendCommand(["FLUSHALL"]);
    return (await walkFlightsOn(connection, 1, STEPS, { name, sha1 })).failure === undefined;
  }

  async stop(): Promise<void> {
    this.#connection?.destroy();
    await this.#server?.stop();
    await this.#courses.stop();
  }

  async #place(): Promise<Connection> {
    this.#server ??= await startRedisServer();
    if (this.#connection !== undefined) return this.#connection;
    this.#connection = await connect(this.#server.url);
    await load(this.#connection, Object.values(generated));
    return this.#connection;
  }
}
