// `npm start`: brings everything up, plays the main job once, then serves until Ctrl-C. `npm start -- --once` ends after
// the play, with exit code 1 when a promise was broken.
import { parseArgs } from "node:util";
import { play } from "./play.ts";
import { startStack } from "./stack.ts";

const LEASE_MS = 1_500;

class UsageError extends Error {}

async function main(): Promise<number> {
  const { once, port } = readFlags();
  await using stack = await startStack(LEASE_MS, port);
  console.log(`Redis    ${stack.gateway.redisUrl}`);
  console.log(`gateway  ${stack.gateway.url}   Upstash's REST protocol in front of it`);
  console.log(`Worker   ${stack.url}   the lock API, in workerd\n`);
  const broken = await play(stack, LEASE_MS);
  if (once === true) return broken.length === 0 ? 0 : 1;

  const locks = `${stack.url}/v1/locks/orders:42`;
  const auth = `-H 'authorization: Bearer ${stack.apiToken}'`;
  const json = "-H 'content-type: application/json'";
  console.log(`
Try it (Ctrl-C ends it): take a lock for a minute, look at it, give it back with the "hold" of the first answer.

  curl -X POST ${locks}/acquire ${auth} ${json} -d '{"leaseMs":60000}'
  curl ${locks} ${auth}
  curl -X POST ${locks}/release ${auth} ${json} -d '{"hold":"…"}'
`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  return broken.length === 0 ? 0 : 1;
}

function readFlags(): { once: boolean; port: number } {
  try {
    const options = { once: { type: "boolean", default: false }, port: { type: "string", default: "0" } } as const;
    const { once, port } = parseArgs({ options }).values;
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port must be a number from 0 to 65535`);
    return { once, port: Number(port) };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nusage: npm start -- [--once] [--port N]`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
