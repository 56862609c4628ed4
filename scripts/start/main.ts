// `npm start`: brings everything up, plays the main job once, then serves until Ctrl-C. `npm start -- --once` ends after
// the play, with exit code 1 when a promise was broken.
import { parseArgs } from "node:util";
import { play } from "./play.ts";
import { startStack } from "./stack.ts";

const LEASE_MS = 1_500;

async function main(): Promise<number> {
  const { once, port } = parseArgs({ options: { once: { type: "boolean" }, port: { type: "string" } } }).values;
  await using stack = await startStack(LEASE_MS, port === undefined ? 0 : Number(port));
  console.log(`Redis    ${stack.gateway.redisUrl}`);
  console.log(`gateway  ${stack.gateway.url}   Upstash's REST protocol in front of it`);
  console.log(`Worker   ${stack.url}   the lock API, in workerd\n`);
  const broken = await play(stack, LEASE_MS);
  if (once === true) return broken.length === 0 ? 0 : 1;

  console.log(`\nTry it, Ctrl-C ends it:\n`);
  console.log(`  curl -X POST ${stack.url}/v1/locks/orders:42/acquire -H 'authorization: Bearer ${stack.apiToken}'`);
  console.log(`  curl ${stack.url}/v1/locks/orders:42 -H 'authorization: Bearer ${stack.apiToken}'\n`);
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  return broken.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
