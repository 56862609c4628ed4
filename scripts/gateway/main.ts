// The command line: npm run gateway -- --port 8079 --token dev [--read-only-token ro] [--redis redis://127.0.0.1:6379]
// Prints one line of JSON on stdout when ready, and serves until SIGINT or SIGTERM.

import { parseArgs } from "node:util";
import { type GatewayOptions, startGateway } from "./index.ts";

class UsageError extends Error {}

try {
  const gateway = await startGateway(readOptions());
  console.log(JSON.stringify({ url: gateway.url, token: gateway.token, redis: gateway.redisUrl }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      gateway.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function readOptions(): GatewayOptions {
  const { port, token, redis, "read-only-token": readOnlyToken } = readFlags();
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) {
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'`);
  }
  if (token === "" || readOnlyToken === "") throw new UsageError("a token must not be empty");
  if (redis !== undefined && !/^rediss?:$/.test(URL.parse(redis)?.protocol ?? "")) {
    throw new UsageError(`--redis must be a redis:// or rediss:// URL, not '${redis}'`);
  }
  return {
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
        redis: { type: "string" },
      },
    }).values;
  } catch (error) {
    // Node's text goes on with advice about quoting after its first sentence.
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error));
  }
}
