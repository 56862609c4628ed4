// Walks of the model of the read/write lock, each step compared on a real Redis.
import { readWriteChannel } from "../../../../src/lock/keys.ts";
import type { LuaScript } from "../../../../src/lock/protocol.ts";
import { canonical } from "../harness/canonical.ts";
import { type Compared, type Course, compared, type Sides } from "../harness/course.ts";
import { type Heard, messagesOf } from "../harness/messages.ts";
import { randomFrom } from "../harness/random.ts";
import type { Connection } from "../real.ts";
import { Cast, type Chances } from "./draw.ts";
import { faultsOf } from "./faults.ts";
import { Judge } from "./judge.ts";
import { type Picture, RealReadWriteLock, TICK_MS } from "./real.ts";
import { apply, type Outcome, type Step, told } from "./steps.ts";
import { lockLeft, newWorld, type Page, type World } from "./world.ts";

const STEPS = 60;

export interface Walk extends Course<Step> {
  readonly chances: Chances;
}

/** The connection on which walks are compared. `heard`: messages by channel. */
export interface Place {
  readonly connection: Connection;
  readonly heard: Heard;
  /** Scripts that replace those of the same name. Redis has them. */
  readonly instead?: ReadonlyMap<string, LuaScript> | undefined;
  /** Judges only effects that clients notice. */
  readonly loose?: boolean | undefined;
}

interface Met {
  readonly outcome: Outcome;
  readonly picture: Picture;
}

export function walkFrom(seed: number, length = STEPS): Walk {
  const cast = new Cast(randomFrom(seed));
  const world = newWorld();
  const steps = Array.from({ length }, () => {
    const step = cast.next(world);
    cast.happened(step, apply(world, step));
    return step;
  });
  return { chances: cast.chances, steps };
}

let runs = 0;

export async function compare(place: Place, walk: Walk): Promise<Compared> {
  return { ...(await compared(walk.steps, () => sidesOf(place, walk))), faults: faultsOf(walk.steps) };
}

function sidesOf({ connection, heard, instead, loose = false }: Place, { chances, steps }: Walk): Sides<Step, Met> {
  runs += 1;
  const key = `rw-walk:${runs}`;
  const lock = new RealReadWriteLock(connection, key, steps, instead, loose ? 3 : 0);
  const world = newWorld();
  const judge = new Judge(chances, loose);
  return {
    begins: `${chances.late ? "late copies, " : ""}${chances.shared ? "owners shared with Java" : ""}`,
    messages: messagesOf(connection, heard, readWriteChannel(key)),
    async take(step) {
      const [outcome, picture] = await Promise.all([lock.take(step).catch(String), lock.look()]);
      return { outcome, picture };
    },
    // The clock must not pass a tick.
    wasPaused(met) {
      const took = (met.at(-1)?.picture.at ?? 0) - (met[0]?.picture.at ?? 0);
      return (took + 1) * 1_000 >= TICK_MS / 2;
    },
    follow(step, met, lines) {
      if (met === undefined) throw new Error("a step without an answer");
      const before = pictured(world);
      world.messages = [];
      const expected = [outcomeText(apply(world, step)), pictured(world), `told ${world.messages}`];
      const seen = [outcomeText(met.outcome), shown(met.picture, world), `told ${lines}`];
      const name = step.kind === "run" ? step.request.kind : step.kind;
      const followed = {
        line: `at ${world.now}: ${told(step)} -> ${seen[0]}`,
        answers: [`${name}: ${answerKind(met.outcome)}`],
        expected: loose ? [] : expected,
        met: loose ? [] : seen,
        before,
        wrong: judge.check(step, met.outcome, met.picture, world.now, lines),
      };
      adopt(world, met.picture);
      return followed;
    },
    async end() {
      if (loose) return undefined;
      const keys = await lock.keysAfter(judge.over - world.now);
      return keys.length === 0 ? undefined : `M13: left are ${keys}`;
    },
  };
}

/**
 * Copies details that the model does not specify: which timeout key has which lease, and the life of our own keys. The
 * judge has limits for them.
 */
function adopt(world: World, { slots, pages, records }: Picture): void {
  const at = (left: number): number => (left > 0 ? world.now + left : 0);
  for (const [reader, lefts] of slots) world.slots.set(reader, lefts.map(at));
  for (const [field, page] of world.pages) page.until = at(pages.get(field)?.left ?? 0);
  for (const [holdId, record] of world.records) record.until = at(records.get(holdId)?.left ?? 0);
}

function outcomeText(outcome: Outcome): string {
  return typeof outcome === "object" ? canonical(outcome) : String(outcome);
}

function answerKind(outcome: Outcome): string {
  if (typeof outcome === "object" && outcome !== null && "kind" in outcome) {
    return outcome.kind === "ended" ? outcome.end : outcome.kind;
  }
  if (typeof outcome === "object" && outcome !== null)
    return outcome.some((one) => typeof one === "string") ? "lost" : "all";
  return typeof outcome === "string" ? "" : String(outcome);
}

function pictured(world: World): string {
  const { counts, mode, slots, pages, records, now } = world;
  const fields = [...(mode === undefined ? [] : [["mode", mode] as const]), ...counts];
  const left = ([reader, ends]: [string, number[]]) => [reader, ends.map((end) => Math.max(end - now, 0))] as const;
  const kept = [...records].map(([id, { born, end }]) => [id, born === undefined ? `-${end}` : `+${born}`] as const);
  return text({
    ...{ fields, left: lockLeft(world), slots: [...slots].map(left) },
    ...{ pages: [...pages].map(([field, page]) => [field, pageText(page)] as const), records: kept },
  });
}

function shown({ fields, left, slots, pages, records }: Picture, world: World): string {
  const present = [...pages, ...records].filter(([, kept]) => kept.left !== -2);
  const is = (known: ReadonlyMap<string, unknown>) => present.filter(([id, kept]) => known.get(id) === kept);
  return text({
    ...{ fields: [...fields], left, slots: [...slots].filter(([reader]) => world.slots.has(reader)) },
    ...{ pages: is(pages).map(([field, page]) => [field, page.text] as const) },
    ...{ records: is(records).map(([id, record]) => [id, record.text] as const) },
  });
}

interface Texts {
  readonly fields: readonly (readonly [string, string | number])[];
  readonly left: number;
  readonly slots: readonly (readonly [string, readonly number[]])[];
  readonly pages: readonly (readonly [string, string])[];
  readonly records: readonly (readonly [string, string])[];
}

function text({ fields, left, slots, pages, records }: Texts): string {
  const lefts = slots.map(([reader, each]) => {
    const alive = each.filter((one) => !(one <= 0)).sort((a, b) => b - a);
    return alive.length === 0 ? "" : `${reader}: ${alive.join(" ")}`;
  });
  const all = [fields, pages, records].map((pairs) =>
    pairs
      .map(([id, value]) => `${id}=${value}`)
      .sort()
      .join(" "),
  );
  return `lock {${all[0]}} ${left}; reads ${lefts.filter(Boolean).sort().join(", ")}; pages ${all[1]}; records ${all[2]}`;
}

function pageText({ epoch, end }: Page): string {
  return `${epoch}|${end === "" || end === "+" ? end : `-${end}`}`;
}
