// The steps of one walk, taken in Redis and then in the model, and compared up to the first difference.
import { METRIC_NAMES, type Metric } from "../../../together/soak/checker/findings.ts";
import type { Faults } from "./metrics.ts";

/** A walk that was drawn before it is sent. */
export interface Course<Step> {
  readonly steps: readonly Step[];
}

/** One run of a course. */
export interface Sides<Step, Met> {
  /** The first line of the story. */
  readonly begins: string;
  /**
   * Takes a step in Redis, and returns all that is compared; undefined if the step does not concern Redis. Steps are
   * taken at once: commands are sent in the order of the steps.
   */
  take(step: Step, index: number): Promise<Met> | undefined;
  /** A step before which all answers are awaited, and whose answer is awaited before the next one. */
  isAlone?(step: Step): boolean;
  /** Redis took so long that the results say nothing: the course is taken again. */
  wasPaused?(met: readonly Met[]): boolean;
  /** What was published, if the model knows that. */
  readonly messages?: Messages;
  /** Takes a step in the model. */
  follow(step: Step, met: Met | undefined, heard: readonly string[]): Followed;
  /** Returns what is wrong after the last step. */
  end?(): Promise<string | undefined>;
}

/** The messages of one course. */
export interface Messages {
  /** Publishes that a step is over, on the connection that takes the steps. */
  over(): Promise<unknown>;
  /** Returns the messages of each step. Called once, after the last one. */
  heard(): Promise<readonly (readonly string[])[]>;
}

/** A step that was taken on both sides. */
export interface Followed {
  /** The step and its outcome. */
  readonly line: string;
  /** "<kind of step>: <reply>". */
  readonly answers: readonly string[];
  /** What the model says and what Redis says, in the same order. */
  readonly expected: readonly string[];
  readonly met: readonly string[];
  /** The state before the step. */
  readonly before?: string;
  /** A violation, which may begin with its metric: "M5: …". */
  readonly wrong?: string | undefined;
}

export interface Compared {
  /** Steps that were compared. */
  readonly steps: number;
  readonly answers: ReadonlySet<string>;
  /** The steps up to the first difference, and the difference. */
  readonly failure: string | undefined;
  /** The kind of the difference. */
  readonly wrong?: string | undefined;
  readonly faults?: Faults | undefined;
}

// A difference from the model that violates nothing else is a false outcome.
const DIFFERS = "M12: differs";

export async function compared<Step, Met>(
  steps: readonly Step[],
  begin: () => Sides<Step, Met> | Promise<Sides<Step, Met>>,
): Promise<Compared> {
  for (;;) {
    const sides = await begin();
    const met = await taken(sides, steps);
    const heard = (await sides.messages?.heard()) ?? [];
    if (sides.wasPaused?.(met.filter((each) => each !== undefined))) continue;
    return judged(sides, steps, met, heard);
  }
}

async function taken<Step, Met>(sides: Sides<Step, Met>, steps: readonly Step[]): Promise<(Met | undefined)[]> {
  const sent: Promise<Met | undefined>[] = [];
  for (const [index, step] of steps.entries()) {
    const isAlone = sides.isAlone?.(step) === true;
    if (isAlone) await Promise.all(sent);
    const took = Promise.all([sides.take(step, index), sides.messages?.over()]).then(([met]) => met);
    sent.push(took);
    if (isAlone) await took;
  }
  return Promise.all(sent);
}

async function judged<Step, Met>(
  sides: Sides<Step, Met>,
  steps: readonly Step[],
  met: readonly (Met | undefined)[],
  heard: readonly (readonly string[])[],
): Promise<Compared> {
  const answers = new Set<string>();
  const story = [sides.begins];
  const count = met.filter((each) => each !== undefined).length;
  for (const [index, step] of steps.entries()) {
    const followed = sides.follow(step, met[index], heard[index] ?? []);
    story.push(`${index + 1}. ${followed.line}`);
    for (const answer of followed.answers) answers.add(answer);
    const differs = followed.expected.join("\n") !== followed.met.join("\n");
    if (!differs && followed.wrong === undefined) continue;
    const failure = [...story, ...printed(followed)].join("\n  ");
    return { steps: count, answers, failure, wrong: kindOf(followed.wrong ?? DIFFERS) };
  }
  const wrong = await sides.end?.();
  if (wrong === undefined) return { steps: count, answers, failure: undefined };
  return { steps: count, answers, failure: [...story, `violation: ${wrong}`].join("\n  "), wrong: kindOf(wrong) };
}

function printed({ expected, met, before, wrong }: Followed): string[] {
  return [
    ...(wrong === undefined ? [] : [`violation: ${wrong}`]),
    ...(before === undefined ? [] : [`before ${before}`]),
    `model  ${expected.join("\n         ")}`,
    `Redis  ${met.join("\n         ")}`,
  ];
}

/** Returns a violation without its numbers, except that of the metric. */
function kindOf(wrong: string): string {
  return wrong.replace(/(?<!^M\d*)[\d,]+/g, "");
}

/** Returns the metric with which a violation begins. */
export function metricOf(wrong = ""): Metric | undefined {
  const [name] = wrong.split(":");
  return METRIC_NAMES.find((metric) => metric === name);
}

/** Removes the steps without which a difference of the same kind remains, and returns the difference. */
export async function shortened<Step, Walk extends Course<Step>>(
  compare: (walk: Walk) => Promise<Compared>,
  walk: Walk,
): Promise<string | undefined> {
  let shortest = walk;
  const { wrong, ...first } = await compare(walk);
  let { failure } = first;
  if (failure === undefined) return undefined;
  // Long runs of steps first, and single ones until each is necessary.
  for (let size = walk.steps.length >> 1, isShorter = false; size > 0; isShorter = false) {
    for (let at = shortest.steps.length - size; at > -size; at -= size) {
      const shorter = { ...shortest, steps: shortest.steps.toSpliced(Math.max(at, 0), size) };
      const found = await compare(shorter);
      if (found.failure === undefined || found.wrong !== wrong) continue;
      shortest = shorter;
      failure = found.failure;
      isShorter = true;
    }
    if (!isShorter || size > 1) size >>= 1;
  }
  return failure;
}
