// The database of `leasehound dev`: a redis-server of this machine, or else the engine.
import { isRecent } from "../../../../scripts/setup/redis-server.js";
import { run } from "../../../../scripts/setup/run.js";
import { type GatewayOptions, serverOrEngine } from "../../gateway/gateway.ts";
import { CommandError, EXIT } from "../exit-code.ts";

/**
 * Returns the server of REDIS_SERVER, or on the PATH, or in a clone the unpacked one, or else the engine.
 * @throws CommandError when the server does not run, or is too old
 */
export function databaseForDev(): Pick<GatewayOptions, "redisServer" | "engine"> {
  const database = attempt(() => serverOrEngine());
  const { redisServer } = database;
  if (redisServer === undefined || isRecent(redisServer.path, redisServer.env)) return database;
  const { stdout, stderr } = run(redisServer.path, ["--version"], { env: redisServer.env });
  const [said] = `${stderr}${stdout}`.trim().split("\n");
  const problem = `${redisServer.path} does not run, or is older than Redis 7${said ? ` (it said: ${said})` : ""}`;
  throw unavailable(`${problem}: set REDIS_SERVER to a newer one, or take the engine: leasehound dev --engine`);
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw unavailable(error instanceof Error ? error.message : String(error));
  }
}

function unavailable(sentence: string): CommandError {
  return new CommandError("NO_REDIS", sentence, EXIT.unreachable);
}
