// Replays a walk of the model on the real scripts, and finds the shortest walk with a difference.
import { readWriteChannel } from "../../../../src/lock/keys.ts";
import type { LuaScript } from "../../../../src/lock/protocol.ts";
import { type Drawn, type Heard, splitAt } from "../harness.ts";
import type { Connection } from "../real.ts";
import { randomFrom } from "../walk.ts";
import { Cast, type Chances } from "./draw.ts";
import { type Faults, faultsOf } from "./faults.ts";
import { Judge } from "./judge.ts";
import { type Picture, RealReadWriteLock, TICK_MS } from "./real.ts";
import { apply, type Outcome, type Step, told } from "./steps.ts";
import { lockLeft, newWorld, type Page, type World } from "./world.ts";

const STEPS = 60;
/** The message that announces the end of each step of a walk. */
const OVER = "over";

export interface Walk extends Drawn<Step> {
  readonly chances: Chances;
}

export interface Compared {
  /** Replies of the scripts: "<kind of step>: <reply>". */
  readonly answers: ReadonlySet<string>;
  /** The steps up to the first difference, and the difference. */
  readonly failure: string | undefined;
  /** The kind of the difference. */
  readonly wrong: string | undefined;
  readonly faults: Faults;
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

/** Sends all steps at once. */
export async function compare(place: Place, walk: Walk): Promise<Compared> {
  // Repeats until the machine did not pause in between: the clock must not pass a tick.
  for (;;) {
    runs += 1;
    const key = `rw-walk:${runs}`;
    const lock = new RealReadWriteLock(place.connection, key, walk.steps, place.instead, place.loose === true ? 3 : 0);
    const reals = await Promise.all(
      walk.steps.map(async (step) => {
        const [outcome, picture] = await Promise.all([
          lock.take(step).catch(String),
          lock.look(),
          place.connection.publish(readWriteChannel(key), OVER),
        ]);
        return { outcome, picture };
      }),
    );
    const heard = splitAt(OVER, await place.heard(readWriteChannel(key)));
    const took = (reals.at(-1)?.picture.at ?? 0) - (reals[0]?.picture.at ?? 0);
    if ((took + 1) * 1_000 >= TICK_MS / 2) continue;
    const found = compared(walk, reals, heard, place.loose === true);
    if (found.failure !== undefined || place.loose === true) return found;
    const keys = await lock.keysAfter(found.over);
    if (keys.length === 0) return found;
    return { ...found, failure: [...found.story, `violation: M13: left are ${keys}`].join("\n  "), wrong: "M13" };
  }
}

function compared(
  { chances, steps }: Walk,
  reals: readonly { outcome: Outcome; picture: Picture }[],
  heard: readonly (readonly string[])[],
  loose: boolean,
): Compared & { readonly story: readonly string[]; readonly over: number } {
  const world = newWorld();
  const judge = new Judge(chances, loose);
  const answers = new Set<string>();
  const faults = faultsOf(steps);
  const story = [`${chances.late ? "late copies, " : ""}${chances.shared ? "owners shared with Java" : ""}`];
  for (const [index, step] of steps.entries()) {
    const real = reals[index];
    if (real === undefined) break;
    const before = pictured(world);
    world.messages = [];
    const outcome = apply(world, step);
    const expected = [outcomeText(outcome), pictured(world), `told ${world.messages}`];
    const met = [outcomeText(real.outcome), shown(real.picture, world), `told ${heard[index] ?? []}`];
    story.push(`${index + 1}. at ${world.now}: ${told(step)} -> ${met[0]}`);
    const name = step.kind === "run" ? step.request.kind : step.kind;
    answers.add(`${name}: ${answerKind(real.outcome)}`);
    const wrong = judge.check(step, real.outcome, real.picture, world.now, heard[index] ?? []);
    const differs = !loose && expected.join() !== met.join();
    if (differs || wrong !== undefined) {
      const failure = [
        ...story,
        wrong === undefined ? "" : `violation: ${wrong}`,
        `before ${before}`,
        `model  ${expected.join("\n         ")}`,
        `Redis  ${met.join("\n         ")}`,
      ].join("\n  ");
      // A difference from the model that breaks nothing else is a false outcome.
      return {
        answers,
        faults,
        failure,
        wrong: (wrong ?? "M12: differs").replace(/(?<!^M\d*)[\d,]+/g, ""),
        story,
        over: 0,
      };
    }
    adopt(world, real.picture);
  }
  return { answers, faults, failure: undefined, wrong: undefined, story, over: judge.over - world.now };
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
  return typeof outcome === "object" ? JSON.stringify(outcome, (_, value) => sorted(value)) : String(outcome);
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort());
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
