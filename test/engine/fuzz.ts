// Compares random commands on the engine and on a real Redis, outside of scripts and in them, with all replies and
// errors. Run it with `node test/engine/fuzz.ts --commands 20000 --seed 1`.
import { parseArgs } from "node:util";
import { Engine } from "../../src/engine/engine.ts";
import { toBytes } from "../../src/engine/keyspace/byte-text.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { KNOWN } from "./known-differences.ts";
import { RandomCommands, randomFrom } from "./random-commands.ts";
import { RawRedis, type Wire, wireOf } from "./raw-redis.ts";

/** The ways to run a command: by itself, and by three scripts. */
const WAYS: readonly [string | undefined, ...string[]] = [
  "return redis.call(unpack(ARGV))",
  "local r = redis.pcall(unpack(ARGV)) if type(r) == 'table' and r.err then return {'E', r.err} end return {type(r), r}",
  "local ok, e = pcall(redis.call, unpack(ARGV)) if ok then return {type(e), e} end return {'failed', type(e), tostring(e)}",
];
const RANDOM = ["HRANDFIELD", "RANDOMKEY", "SRANDMEMBER", "ZRANDMEMBER"];
const OF_HASHES = ["HKEYS", "HVALS", "HGETALL", "HSCAN"];
const OF_SETS = ["SMEMBERS", "SPOP", "SINTER", "SUNION", "SDIFF", "SSCAN"];
const WITHOUT_ORDER = ["KEYS", "SCAN", "ZSCAN", ...RANDOM, ...OF_HASHES, ...OF_SETS];
const LIVES = ["PTTL", "TTL", "PEXPIRETIME", "EXPIRETIME"];

export interface Difference {
  readonly command: readonly [string, ...string[]];
  /** The script that ran it; undefined: it was sent by itself. */
  readonly way: string | undefined;
  readonly redis: Wire;
  readonly engine: Wire;
}

export interface Comparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** The known differences that were met. */
  readonly met: ReadonlySet<string>;
}

/** Says whether two replies to a command are equal, but for the order and the time that nobody promises. */
function isEqual(command: readonly [string, ...string[]], redis: Wire, engine: Wire): boolean {
  const [x, y] = [comparable(command, redis), comparable(command, engine)];
  if (x === y || !LIVES.includes(command[0].toUpperCase())) return x === y;
  const [a, b] = [/-?\d{3,}/.exec(x), /-?\d{3,}/.exec(y)].map((digits) => Number(digits?.[0]));
  // The engine rounds a life of more than 285,000 years.
  return a !== undefined && b !== undefined && Math.abs(a - b) < Math.max(1_000, a * 1e-12);
}

/** Returns a reply without its texts of one word, but with its errors. */
function wordless(reply: Wire): string {
  return JSON.stringify(reply).replaceAll(/"\$(?!E"|ERR|WRONG|string|nil|boolean|table|failed)[^" ]*"/g, '"$"');
}

function comparable(command: readonly string[], reply: Wire): string {
  const name = command[0]?.toUpperCase() ?? "";
  // Any member is right.
  if (RANDOM.includes(name) && command.length <= 2) return wordless(reply);
  const text = JSON.stringify(reply);
  return WITHOUT_ORDER.includes(name) ? [...text].sort().join("") : text;
}

/**
 * Runs random commands on both.
 * @param commands how many
 * @param seed the same seed gives the same commands
 */
export async function compare(commands: number, seed: number): Promise<Comparison> {
  const server = await startRedisServer();
  const redis = await RawRedis.connect(server.url);
  const engine = new Engine();
  const random = new RandomCommands(randomFrom(seed));
  const differences: Difference[] = [];
  const met = new Set<string>();
  try {
    for (let nth = 0; nth < commands; nth += 1) {
      const command = random.command();
      const way = random.pick<string | undefined>([undefined, ...WAYS]);
      const words = (way === undefined ? command : ["EVAL", way, "0", ...command]).map(toBytes);
      const replies = [await redis.command(words), wireOf(engine, words)] as const;
      const isSame = isEqual(command, ...replies);
      if (!isSame) {
        const difference = { command, way, redis: replies[0], engine: replies[1] };
        const known = KNOWN.find(({ isMet }) => isMet(difference));
        if (known === undefined) differences.push(difference);
        else met.add(known.name);
      }
      if (!isSame || random.below(300) === 0) {
        await redis.command(["FLUSHALL"]);
        engine.command(["FLUSHALL"]);
      }
    }
  } finally {
    redis.close();
    await server.stop();
  }
  return { compared: commands, differences, met };
}

function shown({ command, way, redis, engine }: Difference): string {
  return [
    JSON.stringify(command),
    way ?? "by itself",
    `redis  ${JSON.stringify(redis)}`,
    `engine ${JSON.stringify(engine)}`,
  ]
    .map((line, at) => (at === 0 ? line : `   ${line}`))
    .join("\n");
}

if (import.meta.main) {
  const options = { commands: { type: "string", default: "20000" }, seed: { type: "string", default: "1" } } as const;
  const { values } = parseArgs({ options });
  const { compared, differences, met } = await compare(Number(values.commands), Number(values.seed));
  const shownOnce = new Map(differences.map((difference) => [difference.command[0].toUpperCase(), difference]));
  for (const difference of shownOnce.values()) console.log(shown(difference));
  console.log(
    `${compared} commands: ${differences.length} differ; known differences met: ${[...met].join(", ") || "none"}`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}
