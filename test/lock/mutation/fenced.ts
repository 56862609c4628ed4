// Detects mutants of the fenced lock's script by walks of the model with an independent model of its tokens. It also
// uses latest tokens that are not numbers, and times of the clock. The lines that it shares with the plain lock are
// judged there.

import { tokenKey } from "../../../src/lock/keys.ts";
import { fencedAcquireCall } from "../../../src/lock/lua/fenced.ts";
import { argumentsOf } from "../../../src/lock/lua/reply.ts";
import { atTime, TOKENS_AT_TIMES } from "../../support/at-time.ts";
import { newOwners } from "../lua/replay/table.ts";
import { mayBeFull } from "../model/harness/full-first.ts";
import { randomFrom } from "../model/harness/random.ts";
import { lockWalks } from "../model/lock/compare.ts";
import { Tokens } from "../model/lock/tokens.ts";
import type { Connection } from "../model/real.ts";
import { LazyRedis } from "./lazy-redis.ts";
import { fencedCourses } from "./lock-courses.ts";

const WALKS = 400;
const TOGETHER = 40;
const NO_NUMBERS = ["abc", "-5", "9x", "x9", " 12", "12\n", "1.5", "9223372036854775807", "9223372036854775808"];

export function isFenced(script: string): boolean {
  return script === "fenced/acquire";
}

export class FencedWalks {
  readonly #redis = new LazyRedis();
  readonly #courses = fencedCourses();

  /** Ends at the first walks that differ from the model. */
  async survives(name: string, source: string): Promise<boolean> {
    if (!(await this.#courses.survives(name, source))) return false;
    const connection = await this.#redis.connection();
    const sha1 = await connection.sendCommand(["SCRIPT", "LOAD", source]).then(String, () => undefined);
    if (sha1 === undefined) return false;
    mayBeFull({ name, sha1 });
    for (const latest of NO_NUMBERS) if (!(await refuses(connection, sha1, latest))) return false;
    for (const row of TOKENS_AT_TIMES) if (!(await tells(connection, source, row))) return false;
    await connection.sendCommand(["FLUSHALL"]);
    const instead = { name, source, sha1 };
    const take = lockWalks({
      connection,
      tokensOf: (key, seed) => new Tokens(connection, key, randomFrom(seed), instead),
    });
    for (let first = 1; first < WALKS; first += TOGETHER) {
      const seeds = Array.from({ length: TOGETHER }, (_, nth) => first + nth);
      if ((await Promise.all(seeds.map(take))).some(({ failure }) => failure !== undefined)) return false;
    }
    return true;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#redis.stop(), this.#courses.stop()]);
  }
}

async function tells(connection: Connection, source: string, row: (typeof TOKENS_AT_TIMES)[number]): Promise<boolean> {
  const [seconds, micros, latest, token] = row;
  const call = fencedAcquireCall(newOwners("clocked"), false);
  await connection.sendCommand(["FLUSHALL"]);
  if (latest !== "") await connection.sendCommand(["SET", tokenKey("clocked"), latest]);
  const run = ["EVAL", atTime(source, seconds, micros), ...argumentsOf(call, "nonce")];
  const told = await connection.sendCommand(run).then(
    (reply) => Object(reply)[5],
    () => "error",
  );
  const latestNow = await connection.sendCommand(["GET", tokenKey("clocked")]);
  return told === token && String(latestNow) === token;
}

/** Returns whether it says that this latest token is none, without leftovers. */
async function refuses(connection: Connection, sha1: string, latest: string): Promise<boolean> {
  const call = fencedAcquireCall(newOwners("refused"), false);
  await connection.sendCommand(["FLUSHALL"]);
  await connection.sendCommand(["SET", tokenKey("refused"), latest]);
  const run = connection.sendCommand(["EVALSHA", sha1, ...argumentsOf(call, "nonce")]);
  const isRefused = await run.then(
    () => false,
    (error: unknown) => String(error).includes("NOT_A_LOCK 3"),
  );
  const left = await connection.sendCommand(["KEYS", "*"]);
  return isRefused && String(left) === tokenKey("refused");
}
