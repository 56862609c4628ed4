// Random walks: the clients and their next steps, drawn from a seed.

import type { Access } from "../../../../src/lock/lua/read-write.ts";
import { ownerNamed } from "../../../support/owners.ts";
import type { Random } from "../harness/random.ts";
import { JAVA_OPS, type JavaOp } from "./java.ts";
import type { Reply } from "./memory.ts";
import { isAcquire, type OneRenewal, type Outcome, type Request, type Step } from "./steps.ts";
import { BEYOND, type Hold, type World } from "./world.ts";

const LEASES = [2, 3, 7];
// Including another client's, to which a hold was handed off.
const OTHER_LEASES = [1, 2, 3, 7];
const P = ownerNamed("P");
const Q = ownerNamed("Q");
const PASSES = [1, 1, 1, 1, 2, 2, 3, 5];

/** The events that a walk may contain. */
export interface Chances {
  /** Copies of an acquire after its record expired. */
  readonly late: boolean;
  /** Redisson's clients under owners of ours. */
  readonly shared: boolean;
  /** Holds that move to a client with another lease, for which an end is then remembered. */
  readonly handsOver: boolean;
  /** Writers that also read, and continue with that. */
  readonly downgrades: boolean;
}

/** One client, which acquires the lock repeatedly, with a new hold each time. */
interface Actor {
  /** "": each hold has its own owner. */
  readonly owner: string;
  hold: Hold;
  state: "new" | "asks" | "holds" | "ends";
  epoch: string;
  firstSent: number;
  wasAskedToEnd: boolean;
}

interface Sent {
  readonly request: Request;
  readonly at: number;
  /** For an acquire: the time of its first attempt. */
  readonly firstAt: number;
}

export class Cast {
  readonly chances: Chances;
  readonly #random: Random;
  readonly #actors: Actor[] = [];
  /** Requests so far, each of which may be repeated, or sent for the first time. */
  readonly #sent: Sent[] = [];
  readonly #javas: readonly string[];
  #made = 0;

  constructor(random: Random) {
    this.#random = random;
    const [late, shared, handsOver] = [this.#oneIn(5), this.#oneIn(6), this.#oneIn(2)];
    this.chances = { late, shared, handsOver, downgrades: this.#oneIn(3) };
    const names = this.chances.downgrades ? ["", P, P, P] : ["", "", P, P, Q];
    const owners = Array.from({ length: 2 + random(4) }, () => this.#one(names));
    for (const owner of owners) {
      const hold = this.#newHold(owner);
      this.#actors.push({ owner, hold, state: "new", epoch: "", firstSent: 0, wasAskedToEnd: false });
    }
    const javas = Array.from({ length: random(3) }, (_, n) => ownerNamed(`j${n}`));
    this.#javas = this.chances.shared ? [...javas, P] : javas;
  }

  /** Draws the next step in this world, after which the caller passes the step to `happened`. */
  next(world: World): Step {
    const kind = this.#random(100);
    if (kind < 3) {
      const request: Request = { kind: "force", request: `r${this.#random(9)}`, access: this.#access() };
      return { kind: "run", request, age: 0, heard: true };
    }
    if (kind < 6) return { kind: "status", access: this.#access(), owner: this.#one(["", P, this.#name()]) };
    if (kind < 24) return { kind: "pass", ticks: this.#one(PASSES) };
    if (kind < 40) {
      const copy = this.#copy(world);
      if (copy !== undefined) return copy;
    }
    if (kind < 50 && this.#javas.length > 0) {
      return { kind: "java", op: this.#javaOp(), holder: this.#one(this.#javas), lease: this.#one(LEASES) };
    }
    if (kind < 60) {
      const batch = this.#batch();
      if (batch !== undefined) return this.#send(world, batch);
    }
    const actor = this.#one(this.#actors);
    return this.#send(world, this.#ours(actor, world.now));
  }

  happened(step: Step, outcome: Outcome): void {
    const request = step.kind === "pass" || step.kind === "java" || step.kind === "status" ? undefined : step.request;
    if (request === undefined || request.kind === "force" || request.kind === "batch") return;
    const actor = this.#actors.find(({ hold }) => hold.holdId === request.hold.holdId);
    if (actor === undefined) return;
    if (request.kind === "release" || request.kind === "cancel") actor.state = "ends";
    else if (actor.state === "new") actor.state = "asks";
    if (step.kind === "run" && step.heard && isReply(outcome)) this.#hear(actor, request, outcome);
  }

  #hear(actor: Actor, request: Request, reply: Reply): void {
    if (reply.kind === "ended") this.#begin(actor);
    else if (reply.kind === "held" && actor.state === "asks") {
      actor.state = "holds";
      actor.epoch = reply.epoch;
    } else if (reply.kind === "busy" && request.kind === "acquire" && request.last) this.#begin(actor);
  }

  /** Some sent requests are not executed now, and some replies are lost. */
  #send(world: World, request: Request): Step {
    const actor = "hold" in request && this.#actors.find(({ hold }) => hold.holdId === request.hold.holdId);
    if (actor && actor.state === "new") actor.firstSent = world.now;
    const firstAt = actor && isAcquire(request) ? actor.firstSent : world.now;
    this.#sent.push({ request, at: world.now, firstAt });
    if (this.#oneIn(8)) return { kind: "sent", request };
    return { kind: "run", request, age: 0, heard: !this.#oneIn(6) };
  }

  /** A copy comes while Redis remembers its request, unless the walk allows later ones. */
  #copy(world: World): Step | undefined {
    if (this.#sent.length === 0) return undefined;
    const recent = this.#oneIn(2) ? this.#sent.slice(-6) : this.#sent;
    const { request, at, firstAt } = this.#one(recent);
    const first = request.kind === "release" && request.first;
    const lease = "hold" in request && !this.chances.handsOver ? request.hold.lease : 1;
    const isLate = world.now >= firstAt + lease + BEYOND;
    // An end without a grant is only remembered for the life of a possible copy.
    const isPast = world.now >= at + BEYOND;
    if (
      isPast &&
      (request.kind === "release" || request.kind === "cancel" || (isAcquire(request) && !this.chances.late))
    )
      return undefined;
    if (isLate && (first || request.kind === "force" || (isAcquire(request) && !this.chances.late))) {
      return undefined;
    }
    const actor = "hold" in request && this.#actors.find(({ hold }) => hold.holdId === request.hold.holdId);
    const heard = actor && actor.state !== "ends" && (!isAcquire(request) || actor.state === "asks");
    return { kind: "run", request, age: world.now - at, heard: heard === true && this.#oneIn(2) };
  }

  #batch(): Request | undefined {
    const holding = this.#actors.filter(({ state }) => state === "holds");
    const chosen = holding.filter(() => !this.#oneIn(3));
    if (chosen.length === 0) return undefined;
    const renewals = chosen.map(
      ({ hold, epoch }): OneRenewal => ({
        hold,
        epoch,
        lease: Math.min(hold.lease, this.#one(OTHER_LEASES)),
      }),
    );
    return { kind: "batch", renewals, enough: this.#oneIn(4) ? 1 + this.#random(3) : undefined };
  }

  #ours(actor: Actor, now: number): Request {
    const { state, epoch } = actor;
    const kind = this.#random(20);
    const first = kind > 1 && !actor.wasAskedToEnd;
    if (state === "new" && kind < 9 && kind > 6 && actor.hold.access === "write") {
      return { kind: "steal", hold: actor.hold };
    }
    if (state === "new") return { kind: "acquire", hold: actor.hold, last: kind < 4 };
    if (kind === 0) {
      // It died, and its hold is never ended.
      this.#begin(actor);
      return { kind: "acquire", hold: actor.hold, last: false };
    }
    if (state === "asks") {
      // No attempt comes later than the lease and half a minute.
      if (kind < 4 || now > actor.firstSent + actor.hold.lease + 1) return { kind: "cancel", hold: actor.hold };
      return { kind: "acquire", hold: actor.hold, last: kind < 7 };
    }
    // The next client has another lease, with which its hold continues.
    const hold =
      this.chances.handsOver && this.#oneIn(5) ? { ...actor.hold, lease: this.#one(OTHER_LEASES) } : actor.hold;
    actor.hold = hold;
    if (state === "ends" && kind < 10) return { kind: "release", hold, epoch, first: false };
    if (state === "ends") {
      this.#begin(actor);
      return { kind: "acquire", hold: actor.hold, last: false };
    }
    const isDone = this.chances.downgrades && hold.access === "write" && this.#has("read", hold.owner);
    if (isDone && this.#oneIn(2)) return this.#release(actor, first);
    if (kind < 10) return { kind: "renew", hold, epoch };
    if (kind < 13) return { kind: "check", hold, epoch };
    return this.#release(actor, first);
  }

  #release(actor: Actor, first: boolean): Request {
    actor.wasAskedToEnd = true;
    return { kind: "release", hold: actor.hold, epoch: actor.epoch, first };
  }

  #has(access: Access, owner: string): boolean {
    return this.#actors.some(({ state, hold }) => state === "holds" && hold.access === access && hold.owner === owner);
  }

  #begin(actor: Actor): void {
    actor.hold = this.#newHold(actor.owner);
    actor.state = "new";
    actor.epoch = "";
    actor.wasAskedToEnd = false;
  }

  #newHold(passed: string): Hold {
    this.#made += 1;
    // Sometimes beside another client's hold, under its owner.
    const holding = this.#actors.find(({ state, owner }) => state === "holds" && owner === "");
    const beside = this.#oneIn(2) ? (holding?.hold.owner ?? "") : "";
    const owner = passed === "" ? beside : passed;
    const reads = this.chances.downgrades && this.#has("write", owner) && !this.#oneIn(4);
    const access: Access = reads ? "read" : this.#access();
    const made = { access, lease: this.#one(LEASES) };
    if (owner !== "") return { ...made, owner, holdId: `h${this.#made}`, isDefault: false };
    const newOwner = ownerNamed(`o${this.#made}`);
    return { ...made, owner: newOwner, holdId: newOwner, isDefault: true };
  }

  #access(): Access {
    return this.#random(5) < 3 ? "read" : "write";
  }

  #name(): string {
    return this.#one(this.#actors).hold.owner;
  }

  #javaOp(): JavaOp {
    return this.#oneIn(2) ? "read" : this.#one(JAVA_OPS);
  }

  #oneIn(count: number): boolean {
    return this.#random(count) === 0;
  }

  #one<T extends NonNullable<unknown>>(items: readonly T[]): T {
    const item = items[this.#random(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  }
}

function isReply(outcome: Outcome): outcome is Reply {
  return typeof outcome === "object" && outcome !== null && "kind" in outcome;
}
