// Random walks of the model of the permit-expirable semaphore, each step compared on a real Redis.
import { canonical } from "../harness/canonical.ts";
import { type Course, compared, type Sides } from "../harness/course.ts";
import { type Model, type TakeWalk, walksOf } from "../harness/model.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
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
  const place = { connection, hashes, mostSwept: sweepsFew ? FEW_SWEPT : MOST_SWEPT };
  return walksOf(
    (seed) => courseOf(seed, place.mostSwept),
    ({ steps }) => compared(steps, () => sidesOf(place, steps)),
  );
}

interface Met {
  readonly reply: unknown;
  readonly seen: Seen;
}

interface Place {
  readonly connection: Connection;
  readonly hashes: ReadonlyMap<string, string>;
  readonly mostSwept: number;
}

/** Draws a walk with the model. At its end, all leases have expired, and the state is read. */
function courseOf(seed: number, mostSwept: number): Course<Step> {
  const cast = new Cast(randomFrom(seed));
  const world = new World(mostSwept);
  const steps: Step[] = [];
  while (steps.length < STEPS) {
    const step: Step = cast.next(world.now, steps.length === 0);
    const reply = world.apply(step);
    if (step.kind === "run" && step.heard) cast.hears(step.request, reply);
    steps.push(step);
  }
  const status = { kind: "status", request: "end" } as const;
  return { steps: [...steps, { kind: "pass", ms: LONG_MS }, { kind: "run", request: status, heard: true }] };
}

function sidesOf({ connection, hashes, mostSwept }: Place, steps: readonly Step[]): Sides<Step, Met> {
  const key = `permits:${crypto.randomUUID()}`;
  const real = new RealSemaphore(connection, key, steps, hashes);
  const world = new World(mostSwept);
  const judge = new Judge();
  let { now } = world;
  const begun = real.sets(now);
  return {
    begins: "",
    async take(step) {
      const both = Promise.all([real.take(step, now).catch(String), real.look(), begun]);
      if (step.kind === "pass") now += step.ms;
      const [reply, seen] = await both;
      return { reply, seen };
    },
    follow(step, met) {
      if (met === undefined) throw new Error("a step without an answer");
      const { reply, seen } = met;
      world.messages = [];
      const expected = world.apply(step);
      const { kind = reply, end } = Object(reply);
      const answer = step.kind === "run" && step.request.kind === "status" ? "told" : (end ?? kind);
      return {
        line: `at ${world.now}: ${JSON.stringify(step)} -> ${JSON.stringify(reply)}`,
        answers: step.kind === "run" ? [`${step.request.kind}: ${answer}`] : [],
        expected: pictured(expected, world),
        met: shown(reply, seen),
        wrong: judge.check(step, reply, seen, world.now),
      };
    },
    async end() {
      await connection.sendCommand(["DEL", key, `clock:${key}`, `till:${key}`, `told:${key}`]);
      const endless = [...world.leases.values()].some((till) => till > world.now);
      // A later run takes back the others.
      const leaked = !endless && world.leases.size > 0 && world.available !== undefined && mostSwept === MOST_SWEPT;
      return leaked ? "leases are left" : undefined;
    },
  };
}

function pictured(reply: unknown, world: World): string[] {
  const records = sorted(world.records).map(([id, { text, until }]) => [id, text, until]);
  return [reply ?? null, world.available ?? null, sorted(world.leases), world.messages, records].map(canonical);
}

function shown(reply: unknown, seen: Seen): string[] {
  const records = sorted(seen.records).map(([id, kept]) => [id, ...kept]);
  return [reply ?? null, seen.available ?? null, sorted(seen.leases), seen.messages, records].map(canonical);
}

function sorted<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}
