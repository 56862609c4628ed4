// npm run test:full -- judge [--seeds 50] [--first 1]
//
// The engine beside a real Redis. Repeats the commands of simulated worlds on a redis-server, whose clock is set to the
// time of the world. All replies and all messages must be equal. Each seed gives a world of each profile. Ends at the
// first difference.
import { parseArgs } from "node:util";
import { OTHER_HOSTS } from "../actor.ts";
import { compiledFrom } from "../bundle.ts";
import { type ProfileName, profileOf } from "../profile.ts";
import { simulate } from "../simulate.ts";
import { ClockedRedis } from "./clocked-redis.ts";
import { Judge } from "./judge.ts";
import { Recording } from "./recording.ts";

const NAMES = ["clean", "faulty", "quiet"] as const satisfies readonly ProfileName[];

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "50" }, first: { type: "string", default: "1" } },
});
const seeds = wholeNumber("seeds", values.seeds);
const first = wholeNumber("first", values.first);

const compiled = await compiledFrom();
const servers = await Promise.all(["main", ...OTHER_HOSTS].map(() => ClockedRedis.start()));
const sums = { worlds: 0, commands: 0, messages: 0 };
try {
  process.exitCode = (await areEqual()) ? 0 : 1;
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${option} must be a whole number above 0`);
}

async function areEqual(): Promise<boolean> {
  const started = performance.now();
  for (let seed = first; seed < first + seeds; seed += 1) {
    for (const name of NAMES) if (!(await isEqual(name, seed))) return false;
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(
    `${seeds} seeds, ${sums.worlds} worlds: ${sums.commands} replies and ${sums.messages} messages are equal, in ${seconds} s`,
  );
  return true;
}

/** Plays a world, and repeats it. Prints the first difference. */
async function isEqual(name: ProfileName, seed: number): Promise<boolean> {
  const databases = servers.map((server) => ({ recording: new Recording(), judge: new Judge(server) }));
  const next = databases.values();
  await simulate(compiled, seed, profileOf(name, seed), { witness: () => next.next().value?.recording });
  sums.worlds += 1;
  for (const [at, { recording, judge }] of databases.entries()) {
    const difference = await judge.firstDifference(recording);
    sums.commands += judge.commands;
    sums.messages += judge.messages;
    if (difference === undefined) continue;
    console.log(`--profile ${name} --seed ${seed}, database ${at + 1}, ${difference.what}`);
    console.log(`engine: ${JSON.stringify(difference.recorded)}\nredis:  ${JSON.stringify(difference.repeated)}`);
    return false;
  }
  return true;
}
