// The command line:
// npm run gateway -- [--port 8079] [--token …] [--read-only-token …] [--query-token] [--key-locking]
//   [--redis redis://…] [--json]
// Prints how to reach it on stdout when ready (--json: one line for programs), and serves until SIGINT or SIGTERM.

import { parseArgs } from "node:util";
import { endWithNpm } from "./end-with-npm.ts";
import { type GatewayOptions, startGateway } from "./index.ts";
import { forPeople, forPrograms } from "./where.ts";

class UsageError extends Error {}

endWithNpm();
try {
  const { json, ...options } = readOptions();
  const gateway = await startGateway(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      gateway.close().then(() => process.exit(0));
    });
  }
  // Printed last, because a program that has read the line may send a signal at once.
  console.log(json ? forPrograms(gateway) : forPeople(gateway));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function readOptions(): GatewayOptions & { json: boolean } {
  const { port, token, redis, json, ...flags } = readFlags();
  const { "read-only-token": readOnlyToken, "query-token": queryToken, "key-locking": keyLocking } = flags;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`);
  }
  if (token === "" || readOnlyToken === "") throw new UsageError("a token must not be empty");
  if (redis !== undefined && !/^rediss?:$/.test(URL.parse(redis)?.protocol ?? "")) {
    throw new UsageError("--redis must be a redis:// or rediss:// URL");
  }
  return {
    json,
    queryToken,
    keyLocking,
    ...(port !== undefined && { port: Number(port) }),
    ...(token !== undefined && { token }),
    ...(readOnlyToken !== undefined && { readOnlyToken }),
    ...(redis !== undefined && { redisUrl: redis }),
  };
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        port: { type: "string" },
        token: { type: "string" },
        "read-only-token": { type: "string" },
        "query-token": { type: "boolean", default: false },
        "key-locking": { type: "boolean", default: false },
        redis: { type: "string" },
        json: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    // Node adds advice about quoting after its first sentence.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}
