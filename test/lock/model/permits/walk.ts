// Takes a walk both in the model and on a real Redis, up to the first step that differs or violates an invariant.
import type { Model, TakeWalk, Walked } from "../harness.ts";
import type { Connection } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Cast } from "./cast.ts";
import { Judge } from "./judge.ts";
import { FEW_SWEPT, loadClocked, RealSemaphore, type Seen } from "./real.ts";
import { MOST_SWEPT, type Step, World } from "./world.ts";

const STEPS = 60;
// Longer than any lease and record, except Java's leases without an end.
const LONG_MS = 200_000;

/** `sweepsFew`: a script takes back few expired leases. */
export function permitExpirable(sweepsFew: boolean): Model {
  return {
    name: `permit-expirable semaphore${sweepsFew ? ", few leases are taken back at once" : ""}`,
    metrics: [],
    together: 20,
    on: async (redis) => permitWalks(await redis.connect(), sweepsFew),
  };
}

/** `sources`: texts that replace those of scripts, by name. */
export async function permitWalks(
  connection: Connection,
  sweepsFew: boolean,
  sources: ReadonlyMap<string, string> = new Map(),
): Promise<TakeWalk> {
  const hashes = await loadClocked(connection, sources, sweepsFew);
  return (seed) => walk({ connection, hashes, mostSwept: sweepsFew ? FEW_SWEPT : MOST_SWEPT }, seed);
}

interface Place {
  readonly connection: Connection;
  readonly hashes: ReadonlyMap<string, string>;
  readonly mostSwept: number;
}

/** The model draws the walk first, which is then sent as a whole. */
async function walk({ connection, hashes, mostSwept }: Place, seed: number): Promise<Walked> {
  const cast = new Cast(randomFrom(seed));
  const drawn = new World(mostSwept);
  const steps: Step[] = [];
  while (steps.length < STEPS) {
    const step: Step = cast.next(drawn.now, steps.length === 0);
    const reply = drawn.apply(step);
    if (step.kind === "run" && step.heard) cast.hears(step.request, reply);
    steps.push(step);
  }
  // At the end, all leases have expired, and the state is read.
  steps.push({ kind: "pass", ms: LONG_MS }, { kind: "run", request: { kind: "status", request: "end" }, heard: true });

  const key = `permits:${seed}:${crypto.randomUUID()}`;
  const real = new RealSemaphore(connection, key, steps, hashes);
  const world = new World(mostSwept);
  await real.sets(world.now);
  const judge = new Judge();
  const met = await Promise.all(sentAll(real, steps));
  const answers = new Set<string>();
  const story: string[] = [];
  for (const [index, step] of steps.entries()) {
    const { reply, seen } = met[index] ?? fail();
    world.messages = [];
    const expected = world.apply(step);
    story.push(`${index + 1}. at ${world.now}: ${JSON.stringify(step)} -> ${JSON.stringify(reply)}`);
    if (step.kind === "run") {
      const { kind = reply, end } = Object(reply);
      answers.add(`${step.request.kind}: ${step.request.kind === "status" ? "told" : (end ?? kind)}`);
    }
    const wrong = judge.check(step, reply, seen, world.now) ?? difference(world, expected, reply, seen);
    if (wrong !== undefined) return { steps: STEPS, answers, failure: [...story, wrong].join("\n  ") };
  }
  await connection.sendCommand(["DEL", key, `clock:${key}`, `till:${key}`, `told:${key}`]);
  const endless = [...world.leases.values()].some((till) => till > world.now);
  // A later run takes back the others.
  const leaked = !endless && world.leases.size > 0 && world.available !== undefined && mostSwept === MOST_SWEPT;
  return { steps: STEPS, answers, failure: leaked ? [...story, "leases are left"].join("\n  ") : undefined };
}

function* sentAll(real: RealSemaphore, steps: readonly Step[]): Generator<Promise<{ reply: unknown; seen: Seen }>> {
  let { now } = new World(MOST_SWEPT);
  for (const step of steps) {
    const both = Promise.all([real.take(step, now).catch(String), real.look()]);
    if (step.kind === "pass") now += step.ms;
    yield both.then(([reply, seen]) => ({ reply, seen }));
  }
}

function difference(world: World, expected: unknown, reply: unknown, seen: Seen): string | undefined {
  const model = {
    reply: expected ?? null,
    available: world.available,
    leases: sorted(world.leases),
    messages: world.messages,
    records: sorted(world.records).map(([id, { text, until }]) => [id, text, until]),
  };
  const redis = {
    reply: reply ?? null,
    available: seen.available,
    leases: sorted(seen.leases),
    messages: seen.messages,
    records: sorted(seen.records).map(([id, kept]) => [id, ...kept]),
  };
  const [one, other] = [model, redis].map((each) => JSON.stringify(each, sortedKeys));
  return one === other ? undefined : `model ${one}\n  Redis ${other}`;
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function fail(): never {
  throw new Error("a step without an answer");
}
