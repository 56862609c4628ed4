// A sorted set: members in the order of their scores, and of their bytes where scores are equal.
import { Value } from "./values.ts";

export type Scored = readonly [member: string, score: number];

export class SortedSetValue extends Value {
  readonly type = "zset";
  readonly #scores = new Map<string, number>();
  /** Made when it is first needed, and kept in order from then on. */
  #ordered: Scored[] | undefined;

  get size(): number {
    return this.#scores.size;
  }

  content(): unknown {
    return this.ordered();
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  has(member: string): boolean {
    return this.#scores.has(member);
  }

  members(): Iterable<string> {
    return this.#scores.keys();
  }

  add(member: string, score: number): void {
    this.#leave(member);
    this.#scores.set(member, score);
    this.#ordered?.splice(this.#place(member, score), 0, [member, score]);
  }

  /** Returns whether the member was in the set. */
  delete(member: string): boolean {
    this.#leave(member);
    return this.#scores.delete(member);
  }

  ordered(): readonly Scored[] {
    this.#ordered ??= [...this.#scores].sort(compare);
    return this.#ordered;
  }

  /** Returns how many members come before this one; undefined: it is not in the set. */
  rank(member: string): number | undefined {
    const score = this.#scores.get(member);
    return score === undefined ? undefined : this.#place(member, score);
  }

  /** Returns the place of the first member of which `isInside` is true. It must be true of all later ones. */
  firstPlace(isInside: (scored: Scored) => boolean): number {
    const ordered = this.ordered();
    let from = 0;
    let to = ordered.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const scored = ordered[middle];
      if (scored !== undefined && isInside(scored)) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  #place(member: string, score: number): number {
    const wanted: Scored = [member, score];
    return this.firstPlace((scored) => compare(scored, wanted) >= 0);
  }

  #leave(member: string): void {
    const score = this.#scores.get(member);
    if (score !== undefined && this.#ordered !== undefined) this.#ordered.splice(this.#place(member, score), 1);
  }
}

function compare([member, score]: Scored, [otherMember, otherScore]: Scored): number {
  if (score !== otherScore) return score < otherScore ? -1 : 1;
  return member < otherMember ? -1 : member > otherMember ? 1 : 0;
}
