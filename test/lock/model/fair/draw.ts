// Random walks: the clients and their next steps, drawn from a seed.
import { ownerNamed } from "../../../support/owners.ts";
import type { Random } from "../harness/random.ts";
import type { Reply } from "./holds.ts";
import { JAVA_OPS, type JavaOp, type JavaWaiter } from "./java.ts";
import { attemptIn, type Outcome, type Step } from "./steps.ts";
import type { Hold, Request, World } from "./world.ts";

const LEASES_MS = [8_000, 32_000, 32_000, 120_000];
const SET_BACK_MS = [4_000, 8_000, 20_000, 60_000];
// Some waiters are silent then, and the lock is still held.
const SHORT_PASSES_MS = [4_000, 8_000, 12_000, 16_000, 20_000];
const PASSES_MS = [4_000, 4_000, 8_000, 8_000, 12_000, 16_000, 20_000, 28_000, 64_000, 280_000, 304_000];

const MAILBOXES = [0, 1, 2];
// A request that its client began so long ago is soon too old, or is gone.
const AGO_MS = [undefined, undefined, undefined, undefined, 0, 40_000, 40_000, 148_000];

/** One client of ours, which acquires the lock repeatedly, with a new hold each time. */
interface Actor {
  /** Undefined: each hold has an owner of its own. */
  readonly owner: string | undefined;
  /** That of its isolate; undefined: it has none. */
  readonly mailbox: number | undefined;
  hold: Hold;
  state: "new" | "waits" | "holds";
  epoch: string;
  /** As the last reply told of it, if the holder is ours, and so are all before it in the queue. */
  request: Request | undefined;
}

export class Cast {
  readonly patienceMs: number;
  readonly #random: Random;
  readonly #actors: Actor[];
  readonly #javas: readonly JavaWaiter[];
  /** Requests of ours so far, each of which may be repeated. */
  readonly #sent: Step[] = [];
  /** Copies of requests. Nobody reads the replies. */
  readonly #copies = new Set<Step>();
  /** Attempts that come before anything else. */
  #next: Step[] = [];
  #made = 0;

  constructor(random: Random) {
    this.#random = random;
    this.patienceMs = this.#one([300_000, 300_000, 60_000]);
    const owners = Array.from({ length: 4 + random(3) }, () =>
      this.#one([undefined, undefined, undefined, ownerNamed("P"), ownerNamed("Q")]),
    );
    this.#actors = owners.map((owner) => ({
      ...{ owner, mailbox: random(6) === 0 ? undefined : this.#one(MAILBOXES) },
      ...{ hold: this.#newHold(owner), state: "new", epoch: "", request: undefined },
    }));
    this.#next = MAILBOXES.filter(() => random(8) > 0).map((mailbox) => ({ kind: "mailbox", mailbox, opens: true }));
    const javas = this.#one([0, 1, 2, 3]);
    this.#javas = Array.from({ length: javas }, (_, index) => ({
      holder: ownerNamed(`j${index}`),
      aheadMs: this.#one([0, 0, 0, 8_000, -8_000, 40_000]),
      leaseMs: this.#one(LEASES_MS),
      waitMs: this.#one([this.patienceMs, this.patienceMs, 8_000]),
    }));
  }

  /** Draws the next step in this world, after which the caller passes the step to `happened`. */
  next(world: World): Step {
    const next = this.#next.shift();
    if (next !== undefined) return next;
    if (this.#random(50) === 0) {
      const mailbox = this.#one(MAILBOXES);
      return { kind: "mailbox", mailbox, opens: !world.open.has(mailbox) };
    }
    const kind = this.#random(100);
    if (kind < 4) return { kind: "expire" };
    if (kind < 9) return { kind: "force", request: `r${this.#random(12)}` };
    if (kind < 10) return { kind: "persist" };
    if (kind < 11 && this.#random(3) > 0) return { kind: "set-back", ms: this.#one(SET_BACK_MS) };
    if (kind < 11) return { kind: "lose-tries" };
    if (kind < 13 && world.queue.length > 0) return { kind: "lose-score", waiter: this.#one(world.queue) };
    if (kind < 30) return this.#pass(world);
    if (kind < 35 && this.#sent.length > 0) return this.#copyOf(this.#one(this.#sent));
    if (kind < 38 && this.#sent.length > 0) return this.#another(this.#one(this.#sent));
    if (kind < 54 && this.#javas.length > 0)
      return { kind: "java", op: this.#javaOp(), waiter: this.#one(this.#javas) };
    const step = this.#ours(this.#one(this.#actors), world);
    this.#sent.push(step);
    return step;
  }

  happened(step: Step, outcome: Outcome): void {
    if (typeof outcome !== "object" || outcome === null) return;
    this.#heardGrant(outcome);
    if (!("hold" in step)) return;
    if (step.kind === "hand-over" && outcome.kind === "ended" && outcome.isPassed) {
      const next = this.#actors.find(({ hold }) => hold.holdId === step.next.holdId);
      if (next !== undefined) next.state = "holds";
    }
    const actor = this.#actors.find(({ hold }) => hold.holdId === step.hold.holdId);
    if (actor === undefined) return;
    if (outcome.kind === "held") {
      actor.state = "holds";
      actor.epoch = outcome.epoch;
    } else if (outcome.kind === "busy" && attemptIn(step)?.last === false) {
      actor.state = "waits";
      // After an attempt that does not stand, it may have another place.
      if (!this.#copies.has(step)) actor.request = outcome.stands?.isOurs === true ? outcome.stands.request : undefined;
    } else this.#begins(actor);
  }

  /** Some messages are lost. */
  #heardGrant(outcome: Reply): void {
    if (!("granted" in outcome) || outcome.granted === undefined || this.#random(4) === 0) return;
    const { owner } = outcome.granted;
    const actor = this.#actors.find(({ hold }) => hold.owner === owner);
    if (actor === undefined) return;
    actor.state = "holds";
    actor.epoch = "";
  }

  /** Draws an attempt, which stands if there is a mailbox. */
  #attempt({ hold, mailbox, request }: Actor, last: boolean, world: World): Step {
    const stands = mailbox !== undefined && hold.ownerIsNew && this.#random(last ? 4 : 12) > (last ? 2 : 0);
    if (!stands) return { kind: "acquire", hold, last };
    const isMarked = this.#random(10) === 0;
    const asked = { mailbox, isMarked, agoMs: this.#one(AGO_MS), counts: !isMarked && this.#random(4) > 0 };
    const kept = world.requests.get(hold.owner) === request ? "kept" : "older";
    return { kind: "stand", hold, last, listed: request === undefined ? "" : kept, asked };
  }

  /** A copy comes after its original, which has changed the request. */
  #copyOf(step: Step): Step {
    const copy: Step = step.kind === "stand" && step.listed === "kept" ? { ...step, listed: "older" } : { ...step };
    this.#copies.add(copy);
    return copy;
  }

  /** Draws another request of a hold, which may have ended. */
  #another(sent: Step): Step {
    if (!("hold" in sent)) return sent;
    const { hold } = sent;
    return this.#one<Step>([
      { kind: "cancel", hold },
      { kind: "release", hold, epoch: hold.ownerIsNew ? "" : hold.holdId, first: false },
      { kind: "steal", hold },
      { kind: "acquire", hold, last: true },
      { kind: "acquire", hold, last: false },
    ]);
  }

  /**
   * Lets time pass. Waiters that kept trying have also tried just now, except a few. Without attempts, the lock is
   * often released next.
   */
  #pass(world: World): Step {
    const keptTrying = this.#random(3) > 0;
    if (!keptTrying && world.queue.length > 1 && this.#random(2) === 0) {
      this.#made += 1;
      const [head = ""] = world.queue;
      const late = this.#one(this.#actors);
      // Tries while all live, and again after them.
      if (late.state !== "holds" && this.#random(2) === 0) {
        const tries = this.#attempt(late, false, world);
        const force: Step = { kind: "force", request: `r-${this.#made}` };
        this.#next = [tries, { kind: "pass", ms: 8_000, keptTrying }, force];
        return { kind: "pass", ms: 8_000, keptTrying };
      }
      if (this.#random(4) === 0) this.#next.push({ kind: "lose-score", waiter: head });
      this.#next.push({ kind: "force", request: `r-${this.#made}` });
      return { kind: "pass", ms: this.#one(SHORT_PASSES_MS), keptTrying };
    }
    if (keptTrying) {
      const waiters = this.#actors.filter(({ state }) => state === "waits" && this.#random(4) > 0);
      this.#next = waiters.map((waiter) => this.#attempt(waiter, false, world));
    }
    return { kind: "pass", ms: this.#one(PASSES_MS), keptTrying };
  }

  #ours(actor: Actor, world: World): Step {
    const { hold, epoch } = actor;
    const kind = this.#random(20);
    if (actor.state === "new") {
      if (kind === 1) return { kind: "steal", hold };
      return kind === 0 ? { kind: "cancel", hold } : this.#attempt(actor, kind < 4, world);
    }
    if (kind === 0) {
      // It died, and its hold is never ended.
      this.#begins(actor);
      return this.#attempt(actor, false, world);
    }
    if (kind === 1) return { kind: "cancel", hold };
    if (actor.state === "waits" && kind < 4) return { kind: "cancel", hold };
    if (actor.state === "waits") return this.#attempt(actor, kind < 6, world);
    if (kind < 4) return this.#attempt(actor, false, world);
    const release = { hold, epoch, first: kind < 18 };
    const next = this.#random(3) === 0 ? this.#nextOf(actor, world) : undefined;
    return next === undefined ? { kind: "release", ...release } : { kind: "hand-over", ...release, next };
  }

  /** Returns the hold of a waiter that a holder may pass the lock on to, in most cases the first one. */
  #nextOf(holder: Actor, { queue }: World): Hold | undefined {
    const isNew = ({ hold }: Actor): boolean => hold.ownerIsNew && hold.owner !== holder.hold.owner;
    const others = this.#actors.filter((actor) => actor.state !== "holds" && isNew(actor));
    const first = others.find(({ hold }) => hold.owner === queue[0]);
    if (first !== undefined && this.#random(4) > 0) return first.hold;
    return others.length === 0 ? undefined : this.#one(others).hold;
  }

  #begins(actor: Actor): void {
    actor.hold = this.#newHold(actor.owner);
    actor.state = "new";
    actor.epoch = "";
    actor.request = undefined;
  }

  #newHold(passed: string | undefined): Hold {
    this.#made += 1;
    const leaseMs = this.#one(LEASES_MS);
    // Sometimes beside another client's hold, under its owner.
    const holding = this.#actors?.find(({ state, owner }) => state === "holds" && owner === undefined);
    const owner = passed ?? (this.#random(6) === 0 ? holding?.hold.owner : undefined);
    const once = this.#random(6) === 0;
    if (owner !== undefined) return { owner, holdId: `h${this.#made}`, ownerIsNew: false, leaseMs, once };
    const made = ownerNamed(`o${this.#made}`);
    return { owner: made, holdId: made, ownerIsNew: true, leaseMs, once };
  }

  #javaOp(): JavaOp {
    return this.#random(2) === 0 ? "lock" : this.#one(JAVA_OPS);
  }

  #one<T>(items: readonly T[]): T {
    const item = items[this.#random(items.length)];
    return item as T;
  }
}
