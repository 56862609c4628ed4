// The pure line: random courses, in which nobody oversleeps; and each event alone ends a sleep.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Random } from "../../../src/engine/simulation/random.ts";
import { wakesOne } from "../../../src/lock/kinds/exclusive-kind.ts";
import type { ReleaseChannel } from "../../../src/lock/protocol.ts";
import { type Happened, step, todo } from "../../../src/lock/wait/line.ts";
import {
  type Grant,
  isToBeGivenBack,
  isToStand,
  type Line,
  newLine,
  newWaiting,
  passableOf,
  scheduleOf,
  toBeAdded,
  type Waiting,
} from "../../../src/lock/wait/line-state.ts";
import { stateTable } from "./state-table.ts";

const LEASE_MS = 30_000;
const NEVER = Number.POSITIVE_INFINITY;
// The longest time that its rate delays an attempt of a waiter.
const RATE_MS = 1_000;

interface Stage {
  readonly line: Line;
  readonly hearing: { isLive: boolean; isUnsupported: boolean };
}

function stage({ hasList = true, perWaiter = false, mayBeCut = false, wakes = wakesOne } = {}): Stage {
  const hearing = { isLive: true, isUnsupported: false };
  const channel: ReleaseChannel = { name: "", perWaiter, wakes, ...(hasList && { tellsOfCalls: true }) };
  return { line: newLine({ channel, hasList, mayBeCut, hearing, lots: undefined }), hearing };
}

function newcomer(line: Line, owner: string, now: number, { shared = false, permits = 1 } = {}): Waiting {
  return newWaiting(
    line,
    { owner, label: "", shared, permits, number: 0, passableLeaseMs: LEASE_MS, pollMs: 5_000 },
    now,
  );
}

const grantOf = (until: number): Grant => ({ handed: { passes: undefined }, until });

/** Returns waiters that were refused at 0, when the holder had a lease of `remainingMs`. */
function refusedAt0(line: Line, many: number, remainingMs = -1, queued = false): Waiting[] {
  return Array.from({ length: many }, (_, nth) => {
    const who = newcomer(line, `a:${nth}`, 0);
    const refusal = { remainingMs, ...(queued && { queued: { position: nth + 1, againMs: 60_000 } }) };
    const stood = line.hasList && isToStand(line, who, 0) ? { request: `request of ${nth}`, isOurs: true } : undefined;
    step(line, { is: "refused", who, refusal, stood }, 0);
    return who;
  });
}

/** When it attempts, or takes a grant. */
function wakesAt(line: Line, who: Waiting, now: number): number {
  const next = todo(line, who, now);
  return next.does === "sleep" ? next.until : now;
}

describe("a sleep ends by each event alone:", () => {
  const AT = 1_000;
  it.each<[string, (who: Waiting) => Happened]>([
    ["a call by mailbox", (who) => ({ is: "woken", who, by: "call" })],
    ["a call for now", (who) => ({ is: "called later", who, inMs: 0 })],
    ["news of its channel", () => ({ is: "published", payload: "0", owner: "" })],
    ["the stream of its mailbox", (who) => ({ is: "mailbox open", who })],
    ["the stream of its channel", () => ({ is: "channel open" })],
    ["a grant", (who) => ({ is: "granted", who, grant: grantOf(AT + 1) })],
    ["a grant that is not valid", (who) => ({ is: "granted", who, grant: undefined })],
  ])("%s", (_, happened) => {
    const { line } = stage();
    const [head] = refusedAt0(line, 3);
    if (head === undefined) throw new Error("nobody waits");
    expect(wakesAt(line, head, AT)).toBeGreaterThan(AT + 1_000);
    expect(step(line, happened(head), AT)).toContain(head);
    expect(wakesAt(line, head, AT)).toBe(AT);
  });

  it("the end of the holder's lease, for the head alone", () => {
    const { line } = stage();
    const [head, behind] = refusedAt0(line, 2, 3_000);
    if (head === undefined || behind === undefined) throw new Error("nobody waits");
    expect(wakesAt(line, head, AT)).toBe(3_000);
    expect(wakesAt(line, behind, AT)).toBeGreaterThan(5_000);
  });

  it("a poll; behind the head, one second later", () => {
    const { line } = stage();
    const [head, behind] = refusedAt0(line, 2);
    if (head === undefined || behind === undefined) throw new Error("nobody waits");
    const polls = wakesAt(line, head, AT);
    expect(polls).toBeGreaterThanOrEqual(0.97 * 5_000);
    expect(polls).toBeLessThanOrEqual(5_000);
    expect(wakesAt(line, behind, AT) - polls).toBeGreaterThan(900);
  });

  it("a second without a stream, for the head", () => {
    const { line, hearing } = stage();
    const [head] = refusedAt0(line, 1);
    if (head === undefined) throw new Error("nobody waits");
    hearing.isLive = false;
    expect(wakesAt(line, head, 0)).toBeLessThanOrEqual(1_000);
  });

  it("the end of the one before it: the next one is the head", () => {
    const { line } = stage();
    const [head, behind] = refusedAt0(line, 2);
    if (head === undefined || behind === undefined) throw new Error("nobody waits");
    expect(step(line, { is: "left", who: head, lastTry: { kind: "unanswered" } }, AT)).toContain(behind);
    // It does not stand yet.
    expect(wakesAt(line, behind, AT)).toBe(AT);
  });

  it("no answer of the woken one within a second", () => {
    const { line } = stage();
    const [head, behind] = refusedAt0(line, 2);
    if (head === undefined || behind === undefined) throw new Error("nobody waits");
    expect(step(line, { is: "woken", who: head, by: "call" }, AT)).toContain(behind);
    step(line, { is: "attempts", who: head }, AT);
    expect(wakesAt(line, behind, AT)).toBe(AT + 1_000);
  });
});

it("has the states that turns.md shows", () => {
  expect(readFileSync("docs/audit/turns.md", "utf8")).toContain(`\n\n${stateTable()}\n\n`);
});

describe("a release of this isolate names", () => {
  it("the first that sleeps, which then waits for the reply", () => {
    const { line } = stage();
    const [head, behind] = refusedAt0(line, 2);
    expect(passableOf(line, 0)).toEqual([head, behind]);
    if (head === undefined) throw new Error("nobody waits");
    step(line, { is: "named", who: head, forMs: 800 }, 0);
    expect(passableOf(line, 0)).toEqual([behind]);
    expect(todo(line, head, 100)).toEqual({ does: "sleep", until: 800 });
    expect(todo(line, head, 800)).toEqual({ does: "attempt" });
    step(line, { is: "granted", who: head, grant: undefined }, 200);
    expect(todo(line, head, 200)).toEqual({ does: "attempt" });
  });

  it("in a queue only the one that is probably first", () => {
    const { line } = stage({ hasList: false, perWaiter: true });
    const [first, second] = refusedAt0(line, 2, -1, true);
    expect(passableOf(line, 0)).toEqual([first]);
    if (first === undefined) throw new Error("nobody waits");
    step(line, { is: "left", who: first, lastTry: { kind: "granted", leaseMs: LEASE_MS } }, 0);
    expect(passableOf(line, 0)).toEqual([second]);
  });

  it("nobody that may have been cut", () => {
    const { line } = stage({ mayBeCut: true });
    const [, second] = refusedAt0(line, 2);
    if (second === undefined) throw new Error("nobody waits");
    step(line, { is: "seen", who: second }, 2_000);
    expect(passableOf(line, 3_000)).toEqual([second]);
  });
});

it("a release that has called those who stand wakes nobody of them by its messages for others", () => {
  const { line } = stage();
  refusedAt0(line, 2);
  for (const payload of ["1000000", "0"]) expect(step(line, { is: "published", payload, owner: "" }, 0).size).toBe(0);
  expect(step(line, { is: "published", payload: "0", owner: "" }, 0).size).toBeGreaterThan(0);
});

it("a waiter that is named asks again, so that it does not sleep until its poll", () => {
  for (const inQueue of [false, true]) {
    const { line } = stage({ hasList: !inQueue, perWaiter: inQueue });
    const [head] = refusedAt0(line, 2, -1, inQueue);
    if (head === undefined) throw new Error("nobody waits");
    expect(step(line, { is: "named", who: head, forMs: 800 }, 0)).toContain(head);
  }
});

it("an older refusal leaves the second attempt to others: the woken one may be cut", () => {
  const { line } = stage({ hasList: false });
  const [first, second, third] = refusedAt0(line, 3);
  if (first === undefined || second === undefined || third === undefined) throw new Error("nobody waits");
  step(line, { is: "attempts", who: first }, 1_000);
  step(line, { is: "published", payload: "0", owner: "" }, 1_010);
  expect(second.wake?.by).toBe("news");
  step(line, { is: "refused", who: first, refusal: { remainingMs: -1 }, stood: undefined }, 1_020);
  expect(wakesAt(line, third, 1_020)).toBe(2_010);
});

it("a release of this isolate adds the first that lives to the list, unless the head stands", () => {
  const { line } = stage({ mayBeCut: true });
  const [head, behind, last] = refusedAt0(line, 3);
  if (head === undefined || behind === undefined || last === undefined) throw new Error("nobody waits");
  expect(toBeAdded(line, 0)).toEqual([]);
  step(line, { is: "left", who: head, lastTry: { kind: "granted", leaseMs: LEASE_MS } }, 0);
  expect(toBeAdded(line, 0)).toEqual([behind, last]);
  step(line, { is: "added", who: last, request: "request of the last" }, 0);
  expect(toBeAdded(line, 0)).toEqual([behind]);
});

describe("a call during an attempt that asked to stand may have taken its request out of the list, and", () => {
  it.each<[string, (who: Waiting) => Happened]>([
    ["a call for now", (who) => ({ is: "woken", who, by: "call" })],
    ["one for later", (who) => ({ is: "called later", who, inMs: 100 })],
  ])("after %s, the next attempt asks again", (_, happened) => {
    const { line } = stage();
    const who = newcomer(line, "a:0", 0);
    step(line, happened(who), 10);
    step(line, { is: "refused", who, refusal: { remainingMs: -1 }, stood: { request: "stands", isOurs: true } }, 20);
    expect(wakesAt(line, who, 1_100)).toBe(1_100);
    expect(isToStand(line, who, 1_100)).toBe(true);
  });
});

describe("a grant", () => {
  it("that comes during an attempt is taken if that is refused", () => {
    const { line } = stage();
    const [head] = refusedAt0(line, 1);
    if (head === undefined) throw new Error("nobody waits");
    step(line, { is: "attempts", who: head }, 100);
    const grant = grantOf(5_000);
    step(line, { is: "granted", who: head, grant }, 110);
    expect(isToBeGivenBack(line, head, grant, 200)).toBe(false);
    step(line, { is: "refused", who: head, refusal: { remainingMs: -1 }, stood: undefined }, 120);
    expect(todo(line, head, 120)).toEqual({ does: "take", grant });
  });

  it("is not given back while an attempt finds it, or when that has found it", () => {
    const { line } = stage();
    const [head] = refusedAt0(line, 1);
    if (head === undefined) throw new Error("nobody waits");
    const grant = grantOf(5_000);
    step(line, { is: "granted", who: head, grant }, 100);
    expect(isToBeGivenBack(line, head, grant, 200)).toBe(true);
    step(line, { is: "attempts", who: head }, 100);
    expect(isToBeGivenBack(line, head, grant, 200)).toBe(false);
    step(line, { is: "left", who: head, lastTry: { kind: "granted", leaseMs: LEASE_MS } }, 200);
    expect(isToBeGivenBack(line, head, grant, 200)).toBe(false);
  });

  it("is given back if its waiter was cut during an attempt, and the next one is the head", () => {
    const { line } = stage({ mayBeCut: true });
    const [head, next] = refusedAt0(line, 2);
    if (head === undefined || next === undefined) throw new Error("nobody waits");
    step(line, { is: "attempts", who: head }, 100);
    step(line, { is: "seen", who: next }, 2_000);
    const grant = grantOf(5_000);
    step(line, { is: "granted", who: head, grant }, 2_500);
    expect(isToBeGivenBack(line, head, grant, 2_500)).toBe(false);
    expect(isToBeGivenBack(line, head, grant, 2_700)).toBe(true);
    expect(isToStand(line, next, 2_700)).toBe(true);
    expect(step(line, { is: "lost", who: head }, 2_700)).toContain(next);
  });

  it("is not given back once its waiter's attempt was answered, or while it confirms what it took", () => {
    for (const is of ["answered", "took"] as const) {
      const { line } = stage({ mayBeCut: true });
      const [head] = refusedAt0(line, 1);
      if (head === undefined) throw new Error("nobody waits");
      step(line, { is: "attempts", who: head }, 100);
      step(line, { is, who: head }, 200);
      const grant = grantOf(60_000);
      step(line, { is: "granted", who: head, grant }, 9_000);
      expect(isToBeGivenBack(line, head, grant, 9_000)).toBe(false);
      step(line, { is: "attempts", who: head }, 9_000);
      expect(isToBeGivenBack(line, head, grant, 20_000)).toBe(true);
    }
  });

  it("to a waiter that has left without an answer is given back, and tells one that was only slow", () => {
    const { line } = stage();
    const [slow, left] = refusedAt0(line, 2);
    if (slow === undefined || left === undefined) throw new Error("nobody waits");
    step(line, { is: "left", who: left, lastTry: { kind: "unanswered" } }, 100);
    const grant = grantOf(5_000);
    expect(isToBeGivenBack(line, left, grant, 200)).toBe(true);
    expect(step(line, { is: "granted", who: left, grant }, 110).size).toBe(0);
    expect(left.grant).toBeUndefined();
    step(line, { is: "lost", who: slow }, 100);
    expect(todo(line, slow, 60_000)).toMatchObject({
      does: "take",
      grant: { handed: { answer: { reply: { kind: "ended", end: "released" } } } },
    });
  });
});

/** One random course. Throws if a waiter sleeps for longer than its line says by then. */
class Course {
  readonly #random: Random;
  readonly #stage: Stage;
  readonly #inQueue: boolean;
  readonly #all: Waiting[] = [];
  /** When each sleeping one asks its line again. */
  readonly #asksAt = new Map<Waiting, number>();
  #now = 0;
  #log: string[] = [];

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#inQueue = this.#random.chance(0.25);
    const hasList = !this.#inQueue && this.#random.chance(0.5);
    const wakes = this.#random.chance(0.3) ? (payload: string) => Number(payload) : wakesOne;
    this.#stage = stage({ hasList, perWaiter: this.#inQueue, wakes });
  }

  run(steps: number): void {
    for (let nth = 0; nth < steps; nth += 1) {
      this.#now += this.#random.chance(0.5) ? 0 : this.#random.between(0, 700);
      for (const [who, at] of this.#asksAt) if (at <= this.#now) this.#asks(who);
      this.#happens(this.#event());
      this.#check();
    }
  }

  #happens(what: Happened): void {
    const { line } = this.#stage;
    const changed = step(line, what, this.#now);
    this.#log = [...this.#log.slice(-15), `${this.#now} ${what.is} ${"who" in what ? what.who.owner : ""}`];
    for (const who of changed) this.#asks(who);
    if ("who" in what && what.is !== "left") this.#asks(what.who);
  }

  /** What its loop does when it is notified. */
  #asks(who: Waiting): void {
    this.#asksAt.delete(who);
    if (who.phase !== "asleep") return;
    const next = todo(this.#stage.line, who, this.#now);
    if (next.does === "sleep") this.#asksAt.set(who, next.until);
    else this.#happens({ is: next.does === "take" ? "took" : "attempts", who });
  }

  #event(): Happened {
    const { line } = this.#stage;
    const some = (phase: Waiting["phase"]): Waiting | undefined => {
      const found = this.#all.filter((who) => who.phase === phase);
      return found.length === 0 ? undefined : this.#random.oneOf(found);
    };
    const who = some("asleep");
    const trying = some("trying") ?? some("new");
    if (who === undefined || this.#random.chance(0.1)) {
      const kind = { shared: this.#random.chance(0.3), permits: this.#random.between(1, 4) };
      const joining = newcomer(line, `a:${this.#all.length}`, this.#now, kind);
      this.#all.push(joining);
      return this.#random.chance(0.5) ? this.#refused(joining) : { is: "joined", who: joining };
    }
    if (trying !== undefined && this.#random.chance(0.5)) {
      const available = this.#random.chance(0.3) ? this.#random.between(0, 6) : undefined;
      const granted = { kind: "granted", leaseMs: this.#random.between(50, 20_000), available } as const;
      const kind = this.#random.chance(0.5) ? "refused" : "unanswered";
      if (this.#random.chance(0.6)) return this.#refused(trying);
      return { is: "left", who: trying, lastTry: this.#random.chance(0.7) ? granted : { kind } };
    }
    const events: readonly Happened[] = [
      { is: "woken", who, by: this.#random.chance(0.5) ? "call" : "answer" },
      { is: "called later", who, inMs: this.#random.between(1, 6_000) },
      { is: "named", who, forMs: 1_000 },
      { is: "granted", who, grant: this.#random.chance(0.5) ? undefined : grantOf(this.#now + 5_000) },
      { is: "added", who, request: "added" },
      { is: "mailbox open", who },
      { is: "channel open" },
      { is: "published", payload: String(this.#random.between(0, 5)), owner: who.owner },
      { is: "left", who, lastTry: { kind: "unanswered" } },
      { is: "lost", who },
    ];
    return this.#random.oneOf(events);
  }

  #refused(who: Waiting): Happened {
    const remainingMs = this.#random.oneOf([-2, -1, 0, 200, 4_000, 60_000]);
    const place = this.#stage.line.waiters.indexOf(who);
    const position = place === -1 ? this.#stage.line.waiters.length + 1 : place + 1;
    const queued = { position, againMs: this.#random.between(0, 9_000) };
    const available = this.#random.chance(0.2) ? { available: this.#random.between(0, 4) } : {};
    const stood = this.#random.chance(0.4) ? { request: "stands", isOurs: this.#random.chance(0.7) } : undefined;
    return { is: "refused", who, refusal: { remainingMs, ...(this.#inQueue ? { queued } : available) }, stood };
  }

  #check(): void {
    const { line } = this.#stage;
    const sleeping = line.waiters.filter(({ phase }) => phase === "asleep");
    const asleep = sleeping.map((who) => {
      const [at, asksAt] = [wakesAt(line, who, this.#now), this.#asksAt.get(who) ?? NEVER];
      return { who, at, asksAt, isInTime: asksAt <= at + 1 };
    });
    for (const { who, at, asksAt, isInTime } of asleep) {
      const isItsOwn = who.wake !== undefined || who.grant !== undefined || who.namedUntil !== undefined;
      // One of those with the same schedule attempts for all, as soon as its own rate allows that.
      const others = asleep.filter((other) => scheduleOf(line, other.who) === scheduleOf(line, who));
      const isKept = !isItsOwn && others.some((other) => other.isInTime && other.at <= at + RATE_MS);
      if (isInTime || isKept) continue;
      throw new Error(`${who.owner} sleeps until ${asksAt}, not ${at}: ${this.#log.join("; ")}`);
    }
  }
}

it.each(Array.from({ length: 200 }, (_, seed) => seed))("nobody oversleeps in the random course %i", (seed) => {
  new Course(seed).run(300);
});
