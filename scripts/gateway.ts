// The command line of the gateway.
// Prints how to reach it on stdout when ready (--json: one line for programs), and serves until SIGINT or SIGTERM.

import { parseArgs } from "node:util";
import { isRedisUrl } from "../src/tools/cli/arguments.ts";
import { whenStarterEnds } from "../src/tools/cli/starter.ts";
import { forPeople, forPrograms, type GatewayOptions, startGateway } from "../src/tools/gateway/gateway.ts";

const USAGE = `usage: npm run gateway -- [options]

  --port N               where it listens; without it, any free port
  --token TEXT           the token; without it, a random one
  --read-only-token TEXT a token for commands that only read
  --query-token          accepts the token in a URL, too: _token=…
  --key-locking          accepts scripts with the flag allow-key-locking
  --no-comparisons       refuses DELEX … IFEQ and SET … IFEQ, like Redis before 8.4
  --redis URL            a Redis of yours, redis://…; without it, a private one, or else the engine
  --engine               the engine of leasehound, which needs no server; its data end with the process
  --json                 prints one line of JSON, for programs
  --help                 prints this

REDIS_SERVER: the program of the private Redis; without it, redis-server or valkey-server on the PATH.`;

class UsageError extends Error {}

// npm passes no SIGKILL on. The guards of this process end its children.
whenStarterEnds(() => process.exit(1));
try {
  const { help, ...flags } = readFlags();
  if (help) console.log(USAGE);
  else await serve(readOptions(flags), flags.json);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function serve(options: GatewayOptions, json: boolean): Promise<void> {
  const gateway = await startGateway(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      gateway.close().then(() => process.exit(0));
    });
  }
  // Printed last, because a program that has read the line may send a signal at once.
  console.log(json ? forPrograms(gateway) : forPeople(gateway));
}

function readOptions({
  port,
  token,
  redis,
  engine,
  ...flags
}: Omit<ReturnType<typeof readFlags>, "help">): GatewayOptions {
  const { "read-only-token": readOnlyToken, "query-token": queryToken, "key-locking": keyLocking } = flags;
  const compares = !flags["no-comparisons"];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`);
  }
  if (token === "" || readOnlyToken === "") throw new UsageError("a token must not be empty");
  if (redis !== undefined && !isRedisUrl(redis)) {
    throw new UsageError("--redis must be a redis:// or rediss:// URL");
  }
  if (redis !== undefined && engine) throw new UsageError("--engine needs no --redis");
  return {
    ...(redis !== undefined && { redisUrl: redis }),
    engine,
    queryToken,
    keyLocking,
    compares,
    ...(port !== undefined && { port: Number(port) }),
    ...(token !== undefined && { token }),
    ...(readOnlyToken !== undefined && { readOnlyToken }),
  };
}

function readFlags() {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const given = { port: text, token: text, "read-only-token": text, redis: text } as const;
  const chosen = { "query-token": flag, "key-locking": flag, "no-comparisons": flag, engine: flag } as const;
  try {
    return parseArgs({ options: { ...given, ...chosen, json: flag, help: flag } }).values;
  } catch (error) {
    // Node adds advice about quoting after its first sentence.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}
