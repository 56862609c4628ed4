// The sequential model of one lock: the valid replies of each script after all earlier executions. It is written from
// the documented behaviour, not from the scripts: owners, holds and leases, without pages, records and epochs.
import { type Execution, shown } from "./execution.ts";
import type { Findings, Metric } from "./findings.ts";
import type { HoldFacts, Holds } from "./holds.ts";
import { Life } from "./life.ts";
import { Tokens } from "./tokens.ts";

const TRACE = 14;

export class LockModel {
  readonly #findings: Findings;
  readonly #holds: Holds;
  readonly #trace: Execution[] = [];
  readonly #forced = new Map<string, boolean>();
  readonly #tokens = new Tokens();
  #life: Life | undefined;

  constructor(findings: Findings, holds: Holds) {
    this.#findings = findings;
    this.#holds = holds;
  }

  /** Takes the next execution of this lock, in Redis' order. */
  see(x: Execution): void {
    this.#trace.push(x);
    if (this.#trace.length > TRACE) this.#trace.shift();
    if (this.#life?.overAt(x)) this.#endLife("expired", this.#life.endsBy);
    const hold = this.#holds.of(x.id);
    hold.executions.push(x);
    const { answer } = x;
    if (answer.kind === "forced") {
      this.#forcedAnswer(x, answer.freed);
      return;
    }
    if (answer.kind === "status") {
      this.#statusAnswer(x, answer.remainingMs, answer.count);
      return;
    }
    if (answer.kind === "ended") {
      this.#endedAnswer(x, hold, answer.how);
      return;
    }
    if (hold.end !== undefined) this.#flag(x.script === "lock/renew" ? "M8" : "M12", x, `it had ended: ${hold.end}`);
    if (answer.kind === "held") {
      const before = this.#life;
      this.#heldAnswer(x, hold, answer.count, answer.remainingMs);
      this.#tokenAnswer(x, answer.token, this.#life !== before);
    } else if (answer.kind === "busy") this.#busyAnswer(x, hold, answer.remainingMs);
    else if (answer.kind === "renewed") this.#renewedAnswer(x, hold, answer.count);
    else this.#countedAnswer(x, hold, answer.count, answer.remainingMs);
  }

  #heldAnswer(x: Execution, hold: HoldFacts, count: number, remainingMs: number): void {
    const life = this.#life;
    const again = life?.holds.has(hold) === true;
    // A new life has one hold and a full lease, which distinguishes it where the old one may have ended.
    const anew = count === 1 && remainingMs >= x.leaseMs - 2;
    if (life !== undefined && !life.certainAt(x) && anew) this.#endLife("expired", x.at);
    else if (life !== undefined && life.owner !== x.owner) {
      this.#flag("M1", x, `${life.owner} has it for at least ${Math.round(life.endsFrom - x.at)} ms more`);
      this.#endLife("overrun", x.at);
    }
    const current = this.#life;
    if (current === undefined) {
      this.#startLife(x, hold, count, remainingMs);
      return;
    }
    if (!again) {
      if (hold.grants > 0) this.#flag("M6", x, "the hold was granted in an earlier life of the lock");
      this.#join(current, hold);
      current.extend(x);
    }
    if (count !== current.holds.size) this.#flag("M6", x, `${current.holds.size} holds count`);
    this.#told(x, current, remainingMs);
  }

  #startLife(x: Execution, hold: HoldFacts, count: number, remainingMs: number): void {
    if (hold.grants > 0) this.#flag("M6", x, "the hold was granted before, in another life of the lock");
    this.#life = new Life(x.owner, x);
    this.#join(this.#life, hold);
    if (count !== 1) this.#flag("M6", x, "the lock was free");
    this.#told(x, this.#life, remainingMs);
  }

  #tokenAnswer(x: Execution, token: string | undefined, isNewLife: boolean): void {
    const wrong = token === undefined ? undefined : this.#tokens.wrong(token, isNewLife);
    if (wrong !== undefined) this.#flag("M4", x, wrong);
  }

  #busyAnswer(x: Execution, hold: HoldFacts, remainingMs: number): void {
    const life = this.#life;
    if (x.last) hold.end = "refused";
    // A free fair lock that an earlier waiter may take.
    if (remainingMs === -2) {
      this.#foundFree(x);
      return;
    }
    if (remainingMs < 0) this.#flag("M7", x, "the lock has no lease");
    if (life === undefined) this.#flag("M7", x, "nobody has the lock");
    else if (life.owner === x.owner) this.#flag("M12", x, "its owner has the lock");
    else this.#told(x, life, remainingMs);
  }

  #foundFree(x: Execution): void {
    if (this.#life?.certainAt(x)) this.#flag("M12", x, `${this.#life.owner} has the lock`);
    else if (this.#life !== undefined) this.#endLife("expired", x.at);
  }

  #renewedAnswer(x: Execution, hold: HoldFacts, count: number): void {
    const life = this.#life;
    if (life === undefined) {
      this.#flag("M8", x, "nobody has the lock");
      return;
    }
    if (!life.holds.has(hold)) this.#flag("M5", x, `the lock is ${life.owner}'s, and this hold does not count`);
    else if (count !== life.holds.size) this.#flag("M6", x, `${life.holds.size} holds count`);
    life.extend(x);
  }

  #countedAnswer(x: Execution, hold: HoldFacts, count: number, remainingMs: number): void {
    const life = this.#life;
    if (life === undefined || !life.holds.has(hold)) {
      this.#flag("M12", x, "this hold does not count");
      return;
    }
    if (count !== life.holds.size) this.#flag("M6", x, `${life.holds.size} holds count`);
    if (remainingMs === -1) this.#flag("M7", x, "the lock has no lease");
    this.#told(x, life, remainingMs);
  }

  #endedAnswer(x: Execution, hold: HoldFacts, how: string): void {
    if (hold.end !== undefined) {
      const wasReleased = hold.end === "released" || hold.end.startsWith("still:");
      const byOthers = wasReleased && x.releaseId !== "" && x.releaseId !== hold.releasedBy;
      if (how !== (byOthers ? "released-elsewhere" : hold.end)) this.#flag("M12", x, `it had ended: ${hold.end}`);
      return;
    }
    hold.end = how;
    hold.releasedBy = x.releaseId;
    const life = this.#life;
    const counts = life?.holds.has(hold) === true;
    if (x.script === "lock/release" && how === "released") this.#releasedAnswer(x, hold, life);
    else if (x.script === "lock/release" && how.startsWith("still:")) this.#stillAnswer(x, hold, life, how);
    else if (counts && life.certainAt(x)) {
      this.#flag("M12", x, "this hold counts, and Redis goes on keeping the lock for it");
      this.#leave(life, hold, x.at);
    } else if (how === "taken") {
      if (life === undefined || counts) this.#flag("M12", x, "nobody else has the lock");
    } else if (how === "free") this.#foundFree(x);
    else if (how !== "lost" || hold.grants === 0) this.#flag("M12", x, "nothing led to this end");
    else if (counts) this.#endLife("expired", x.at);
  }

  #releasedAnswer(x: Execution, hold: HoldFacts, life: Life | undefined): void {
    if (life === undefined) {
      this.#flag("M12", x, "nobody has the lock");
      return;
    }
    if (!life.holds.has(hold)) this.#flag("M5", x, `the lock is ${life.owner}'s, and this hold does not count`);
    else if (life.holds.size > 1) this.#flag("M6", x, `${life.holds.size} holds count`);
    this.#endLife("ended", x.at);
  }

  #stillAnswer(x: Execution, hold: HoldFacts, life: Life | undefined, how: string): void {
    if (life === undefined) {
      this.#flag("M12", x, "nobody has the lock");
      return;
    }
    if (!life.holds.has(hold)) {
      this.#flag("M5", x, "this hold does not count");
      return;
    }
    this.#leave(life, hold, x.at);
    if (how !== `still:${life.holds.size}`) this.#flag("M6", x, `${life.holds.size} holds count`);
    life.extend(x);
  }

  #forcedAnswer(x: Execution, freed: boolean): void {
    const before = this.#forced.get(x.id);
    if (before !== undefined) {
      if (before !== freed) this.#flag("M12", x, `it was answered ${before} before`);
      return;
    }
    this.#forced.set(x.id, freed);
    if (freed && this.#life === undefined) this.#flag("M7", x, "nobody has the lock");
    if (!freed && this.#life?.certainAt(x)) this.#flag("M12", x, `${this.#life.owner} has the lock`);
    this.#endLife(freed ? "forced" : "expired", x.at);
  }

  #statusAnswer(x: Execution, remainingMs: number, count: number): void {
    const life = this.#life;
    if (remainingMs === -2) {
      if (life?.certainAt(x)) this.#flag("M12", x, `${life.owner} has the lock`);
      this.#endLife("expired", x.at);
      return;
    }
    if (remainingMs === -1) this.#flag("M7", x, "the lock has no lease");
    if (life === undefined) {
      this.#flag("M7", x, "nobody has the lock");
      return;
    }
    const expected = x.owner === life.owner ? life.holds.size : 0;
    if (count !== expected) this.#flag("M6", x, `${expected} holds count`);
    this.#told(x, life, remainingMs);
  }

  #told(x: Execution, life: Life, remainingMs: number): void {
    if (remainingMs < 0) return;
    const difference = Math.round(life.told(x, remainingMs));
    if (difference < 0) this.#flag("M11", x, `the lease ends ${-difference} ms before what was granted`);
    if (difference > 0) this.#flag("M8", x, `the lease ends ${difference} ms after what was granted`);
  }

  #join(life: Life, hold: HoldFacts): void {
    life.holds.add(hold);
    hold.grants += 1;
    hold.gone = undefined;
  }

  #leave(life: Life, hold: HoldFacts, at: number): void {
    life.holds.delete(hold);
    hold.gone = { by: at, how: "ended" };
  }

  #endLife(how: "expired" | "ended" | "forced" | "overrun", by: number): void {
    for (const hold of this.#life?.holds ?? []) hold.gone = { by, how };
    this.#life = undefined;
  }

  #flag(metric: Metric, x: Execution, why: string): void {
    const before = this.#trace.map((seen) => `\n    ${shown(seen)}`).join("");
    this.#findings.add(metric, `${x.lock} #${x.seq} ${x.script}: ${why}${before}`);
  }
}
