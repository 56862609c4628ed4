// The events of one round, moment by moment, and the figures that follow from it.

type Happening = "wants" | "granted" | "stopped" | "resumed" | "learned" | "done" | "failed" | "killed" | "left";

interface Moment {
  readonly session: number;
  readonly what: Happening;
  readonly atMs: number;
}

const STARTS: readonly Happening[] = ["granted", "resumed"];
const ENDS: readonly Happening[] = ["learned", "done", "failed", "killed"];

export class Timeline {
  readonly #moments: Moment[] = [];
  readonly #listeners = new Set<() => void>();

  note(session: number, what: Happening): void {
    // A session ends once.
    if (ENDS.includes(what) && this.hasEnded(session)) return;
    this.#moments.push({ session, what, atMs: performance.now() });
    for (const listener of this.#listeners) listener();
  }

  has(session: number, ...whats: readonly Happening[]): boolean {
    return this.#moments.some((moment) => moment.session === session && whats.includes(moment.what));
  }

  hasEnded(session: number): boolean {
    return this.has(session, ...ENDS);
  }

  /** Resolves to whether the condition came true within `ms`. It is checked at each moment. */
  until(ms: number, condition: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (condition()) end(true);
      };
      const end = (result: boolean): void => {
        this.#listeners.delete(check);
        clearTimeout(timer);
        resolve(result);
      };
      const timer = setTimeout(() => end(false), ms);
      this.#listeners.add(check);
      check();
    });
  }

  /** How long somebody waited while no running holder believed in a hold, in ms. */
  get idleMs(): number {
    const [waiting, working] = [new Set<number>(), new Set<number>()];
    let idleMs = 0;
    let lastMs = 0;
    for (const { session, what, atMs } of this.#moments) {
      if (waiting.size > 0 && working.size === 0) idleMs += atMs - lastMs;
      lastMs = atMs;
      if (what === "wants") waiting.add(session);
      else waiting.delete(session);
      if (STARTS.includes(what)) working.add(session);
      else working.delete(session);
    }
    return idleMs;
  }

  /**
   * How late this holder learned that another one had its lock: from the later of both grants, or from the end of its
   * stop. Infinity: not before the round ended. Undefined: nobody had it.
   */
  learnedLateMs(session: number): number | undefined {
    const [grantedAt, endAt] = [this.#first(session, ["granted"]), this.#first(session, ENDS)];
    const hasLearned = this.has(session, "learned");
    const other = this.#moments.find(
      (moment) => moment.what === "granted" && moment.session !== session && this.#overlaps(moment, grantedAt, endAt),
    );
    if (other === undefined || grantedAt === undefined) return hasLearned ? 0 : undefined;
    if (!hasLearned || endAt === undefined) return this.has(session, "killed") ? undefined : Number.POSITIVE_INFINITY;
    const since = [other, grantedAt, this.#first(session, ["resumed"])].map((moment) => moment?.atMs ?? 0);
    return Math.max(0, endAt.atMs - Math.max(...since));
  }

  /** How many holders learned that they had lost the lock. */
  get learned(): number {
    return this.#moments.filter(({ what }) => what === "learned").length;
  }

  #overlaps(grant: Moment, otherGrant: Moment | undefined, otherEnd: Moment | undefined): boolean {
    const endMs = this.#first(grant.session, ENDS)?.atMs ?? Number.POSITIVE_INFINITY;
    const otherEndMs = otherEnd?.atMs ?? Number.POSITIVE_INFINITY;
    return otherGrant !== undefined && otherGrant.atMs < endMs && grant.atMs < otherEndMs;
  }

  #first(session: number, whats: readonly Happening[]): Moment | undefined {
    return this.#moments.find((moment) => moment.session === session && whats.includes(moment.what));
  }
}
