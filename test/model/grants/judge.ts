// What must never happen.
import { type End, JAVA, NOBODY, type World } from "./world.ts";

export type Wrong =
  /** A client believes in a hold that is gone. */
  | "belief"
  | "two-holders"
  /** Granted after its end. */
  | "ghost"
  | "granted-twice"
  /** A held lock was granted. */
  | "taken"
  /** A hold counts whose client knows that it is over. */
  | "orphan"
  | "answer-changed"
  /** A request ended or prolonged a hold that does not count. */
  | "foreign"
  | "false-held"
  | "false-renewed"
  | "false-lost"
  /** The lock was freed, and nobody got it or was told. */
  | "untold";

export class Judge {
  wrong: Wrong | undefined;

  found(wrong: Wrong): void {
    this.wrong ??= wrong;
  }

  granted(world: World, client: number): void {
    if (world.holder !== NOBODY) this.found("taken");
    if (world.ends[client] !== "") this.found("ghost");
    if (world.granted[client]) this.found("granted-twice");
  }

  /** A script treats the hold of this client as one that counts. */
  counts(world: World, client: number, otherwise: Wrong): void {
    if (world.live !== client) this.found(otherwise);
  }

  ended(world: World, client: number, end: End): void {
    const before = world.ends[client];
    if (before !== "" && before !== end) this.found("answer-changed");
    world.ends[client] = end;
  }

  /** Looks at the whole world after a step. */
  look({ now, holder, live, robbed, clients }: World): void {
    if (holder !== NOBODY && holder !== JAVA && live !== holder) this.found("foreign");
    let believers = 0;
    for (const [nth, { at, believesUntil }] of clients.entries()) {
      // A thief and a release by force end holds whose clients learn of it later.
      if (believesUntil > now && !robbed[nth]) {
        if (live !== nth) this.found("belief");
        believers += 1;
      }
      if (at === "over" && live === nth) this.found("orphan");
    }
    if (believers > 1) this.found("two-holders");
  }
}
