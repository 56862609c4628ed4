// `npm start`: brings everything up, plays the main job once, then serves until Ctrl-C. `npm start -- --once` ends
// after the play, with exit code 1 when a promise was broken.
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { whenStarterEnds } from "../../src/tools/cli/starter.ts";
import { databaseOf, ownRedisUrl } from "../../src/tools/gateway/gateway.ts";
import { play } from "./play.ts";
import { Screen } from "./screen.ts";
import { type Place, type Stack, startStack } from "./stack.ts";
import { FORGOTTEN, Traffic } from "./traffic.ts";

const LEASE_MS = 1_500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const USAGE = `usage: npm start -- [--once] [--port N] [--redis URL | --engine]

  --once       ends after the play, with exit code 1 when a promise was broken
  --port N     where the Worker listens; without it, any free port
  --redis URL  a Redis of yours to play on, under a prefix of its own; without it, a private one, or else the engine
  --engine     the engine of leasehound, which needs no server; its data end with the process
  --help       prints this`;

class UsageError extends Error {}

async function main(end: Promise<number>): Promise<number> {
  const { once, port, help, ...place } = readFlags();
  if (help) {
    console.log(USAGE);
    return 0;
  }
  await using stack = await startStack(LEASE_MS, port, place);
  const { gateway, worker, prefix } = stack;
  const ofForeign = `, under the prefix "${prefix}", whose keys it deletes when it ends`;
  const address = ownRedisUrl(gateway);
  console.log(`Redis    ${databaseOf(gateway)}${address === undefined ? ofForeign : `, ${address}`}`);
  console.log(`gateway  ${gateway.url}   Upstash's REST protocol in front of it`);
  console.log(`Worker   ${worker.url}   the lock API, in workerd\n`);
  const screen = new Screen();
  const interruption = await Promise.race([play(stack, screen, LEASE_MS), worker.unexpectedEnd(), end]);
  if (interruption !== undefined) return interruption;
  screen.verdict();
  if (!once) {
    console.log(howToTry(stack));
    await using _traffic = new Traffic(stack);
    await Promise.race([end, worker.unexpectedEnd()]);
  }
  return screen.broken.length === 0 ? 0 : 1;
}

/** Formats commands that can be pasted into a shell line by line. */
function howToTry({ gateway, worker, apiToken }: Stack): string {
  const auth = '-H "authorization: Bearer $LEASEHOUND_API_TOKEN"';
  const json = "-H 'content-type: application/json'";
  return `
See the locks (Ctrl-C ends it): open the page, and sign in with the token. Some jobs go on there, and "${FORGOTTEN}" was
forgotten: free it.

  page   ${worker.url}/
  token  ${apiToken}

Or take a lock for a minute, look at it, give it back with the "hold" of the first answer.

  export LEASEHOUND_API_URL=${worker.url}
  export LEASEHOUND_API_TOKEN=${apiToken}
  curl -X POST $LEASEHOUND_API_URL/v1/locks/orders:42/acquire ${auth} ${json} -d '{"leaseMs":60000}'
  curl $LEASEHOUND_API_URL/v1/locks/orders:42 ${auth}
  curl -X POST $LEASEHOUND_API_URL/v1/locks/orders:42/release ${auth} ${json} -d '{"hold":"…"}'

The command reads the same variables. In this clone, npm run build makes it: npx leasehound ls

Or with a program of your own:

  export UPSTASH_REDIS_REST_URL=${gateway.url}
  export UPSTASH_REDIS_REST_TOKEN=${gateway.token}
`;
}

/** Resolves to the exit code of an interrupted play, at a signal, or when the program that started this one ends. */
function ended(): Promise<number> {
  return new Promise((resolve) => {
    // Not once: Ctrl-C comes from the terminal and from npm, and the second must not end this before the keys.
    for (const signal of SIGNALS) process.on(signal, () => resolve(128 + constants.signals[signal]));
    // npm passes no SIGKILL on.
    whenStarterEnds(() => resolve(1));
  });
}

function readFlags(): Place & { once: boolean; port: number; help: boolean } {
  try {
    const flag = { type: "boolean", default: false } as const;
    const port0 = { type: "string", default: "0" } as const;
    const options = { once: flag, help: flag, engine: flag, port: port0, redis: { type: "string" } } as const;
    const { once, port, redis, engine, help } = parseArgs({ options }).values;
    if (redis !== undefined && engine) throw new Error("--engine needs no --redis");
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`--port must be a number from 0 to 65535`);
    return { once, port: Number(port), redis, engine, help };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

try {
  // An interrupted play need not finish its waits.
  process.exit(await main(ended()));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
