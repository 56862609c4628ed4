// One client: its own locks with its own lease, and sessions one after the other until the run ends.
import { setTimeout as sleep } from "node:timers/promises";
import { sequence } from "../../../src/engine/faults/random.ts";
import type { Held, Locks, LocksOptions } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { endBelief, type History, type OperationKind, type OperationRecord, type Ran } from "./history.ts";
import { between, type Random } from "./random.ts";
import { type HoldSession, MAX_LEASE_MS, MIN_LEASE_MS, nextSession, type Session, type Step } from "./session.ts";

// keepAlive's minimum.
const MAX_HOLD_MS = 1_000;
// The number of calls of an unanswered release: together they take longer than any lease.
const RELEASE_CALLS = 4;

/** A hold as a client has it. */
interface Holding {
  readonly held: Held;
  readonly id: string;
  readonly belief: ReturnType<History["believe"]>;
}

export interface Surroundings {
  readonly redis: NonNullable<LocksOptions["redis"]>;
  readonly history: History;
  readonly seed: number;
  /** Lock names are shared by all clients. */
  readonly locks: number;
}

export class VirtualClient {
  readonly locks: Locks;
  readonly #number: number;
  readonly #history: History;
  readonly #random: Random;
  readonly #lockCount: number;
  // Releases that a session postpones to its end.
  #crossed: Holding[] = [];

  constructor(number: number, { redis, history, seed, locks }: Surroundings) {
    this.#number = number;
    this.#history = history;
    this.#lockCount = locks;
    this.#random = sequence(seed, number);
    const leaseMs = between(this.#random, MIN_LEASE_MS, MAX_LEASE_MS);
    this.locks = createLocks({ redis, leaseMs });
  }

  /** Runs sessions while `goesOn` returns true; a started session is finished. */
  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) await this.#session(nextSession(this.#random, this.#lockCount));
  }

  async #session(session: Session): Promise<void> {
    if (session.kind === "hold") await this.#holdSession(session);
    else if (session.kind === "status") await this.#status(session.lock);
    else await this.#force(session.lock);
    await sleep(session.pauseMs);
  }

  async #holdSession(session: HoldSession): Promise<void> {
    const abort = new AbortController();
    const { call, waitMs, wait, leaseMs, abortAfterMs, end } = session;
    const owner = session.owner === undefined ? undefined : `shared:${session.owner}`;
    const timer = abortAfterMs === undefined ? undefined : setTimeout(() => abort.abort(), abortAfterMs);
    const options = { waitMs, wait, ...(owner && { owner }), ...(leaseMs && { leaseMs }), signal: abort.signal };
    const holding = await this.#acquire(call, session.lock, options);
    clearTimeout(timer);
    if (holding === undefined) return;
    for (const step of session.steps) await this.#step(holding, session.lock, step);
    if (end === "release") await this.#release(holding);
    else if (end === "release twice") await Promise.all([this.#release(holding), this.#release(holding)]);
    else if (end === "release text") await this.#releaseText(holding, session.lock);
    else if (end === "dispose") await this.#dispose(holding);
    else if (end === "move") await this.#move(holding);
    for (const crossed of this.#crossed) await this.#release(crossed);
    this.#crossed = [];
  }

  async #step(holding: Holding, lock: number, step: Step): Promise<void> {
    const { held, id } = holding;
    if (step.kind === "work") await sleep(step.ms);
    else if (step.kind === "renew")
      await this.#operation(
        "renew",
        held.name,
        id,
        () => held.renew(),
        () => true,
      );
    else if (step.kind === "check")
      await this.#operation(
        "check",
        held.name,
        id,
        () => held.check(),
        (counts) => counts,
      );
    else if (step.kind === "status") await this.#status(lock, held.owner);
    else if (step.kind === "re-enter") await this.#reEnter(holding, lock, step);
    else if (step.kind === "keepAlive") await this.#keepAlive(holding, step.ms, step.maxHold);
    else {
      const text = serialized(held);
      if (text === undefined) return;
      if (step.kind === "resume") await this.#resume(text, held.name, id);
      else
        await this.#operation(
          "renew text",
          held.name,
          id,
          () => this.#lock(lock).renew(text),
          () => true,
        );
    }
  }

  async #acquire(
    call: "acquire" | "tryAcquire",
    lock: number,
    options: Parameters<ReturnType<Locks["lock"]>["acquire"]>[0],
  ): Promise<Holding | undefined> {
    const { name } = this.#lock(lock);
    const run = async (record: OperationRecord): Promise<Held | null> => {
      const held = await this.#lock(lock)[call](options);
      // A new owner's hold has its id. Perhaps no request of this call named it: a holder of this process passed the
      // lock on, or a message granted it after an earlier grant of this call had ended unheard.
      if (held !== null && options?.owner === undefined) record.id = held.owner;
      return held;
    };
    const { record, value } = await this.#operation(call, name, "", run, (held) => held?.holdCount);
    return value ? this.#believed(value, record.id) : undefined;
  }

  async #reEnter(
    { held }: Holding,
    lock: number,
    { leaseMs, crossed }: Extract<Step, { kind: "re-enter" }>,
  ): Promise<void> {
    const inner = await this.#acquire("acquire", lock, { owner: held.owner, waitMs: 0, ...(leaseMs && { leaseMs }) });
    if (inner === undefined) return;
    if (crossed) this.#crossed.push(inner);
    else await this.#release(inner);
  }

  async #keepAlive({ held, id }: Holding, ms: number, maxHold: boolean): Promise<void> {
    const options = maxHold ? { maxHoldMs: MAX_HOLD_MS } : {};
    await this.#operation(
      ...(["keepAlive", held.name, id] as const),
      async (record) => {
        const kept = held.keepAlive(undefined, options);
        if (maxHold) record.lastRenewalAt = performance.now() + MAX_HOLD_MS;
        await Promise.race([sleep(ms), kept.ended]);
        kept.stop();
        return kept.ended;
      },
      ({ renewals }) => renewals,
    );
  }

  async #resume(text: string, name: string, id: string): Promise<Holding | undefined> {
    const run = (): Promise<Held> => this.locks.resume(text);
    const { value } = await this.#operation("resume", name, id, run, ({ holdCount }) => holdCount);
    return value && this.#believed(value, id);
  }

  async #move(holding: Holding): Promise<void> {
    const text = serialized(holding.held, true);
    if (text === undefined) return this.#release(holding);
    endBelief(holding.belief, "moved");
    const resumed = await this.#resume(text, holding.held.name, holding.id);
    if (resumed !== undefined) await this.#release(resumed);
  }

  /** Repeats the call until it is answered, or the calls are used up; then the lease ends the hold. */
  async #release({ held, id, belief }: Holding): Promise<void> {
    for (let calls = 1; calls <= RELEASE_CALLS; calls += 1) {
      const run = (): ReturnType<Held["release"]> => {
        endBelief(belief, "released");
        return held.release();
      };
      const { record } = await this.#operation("release", held.name, id, run, ({ outcome }) => outcome);
      if (record.outcome === "ok") return;
    }
  }

  async #releaseText(holding: Holding, lock: number): Promise<void> {
    const { held, id, belief } = holding;
    const text = serialized(held);
    if (text === undefined) return this.#release(holding);
    // A client that releases this way no longer considers the hold valid.
    endBelief(belief, "released");
    const run = (): ReturnType<Held["release"]> => this.#lock(lock).release(text);
    const { record } = await this.#operation("release text", held.name, id, run, ({ outcome }) => outcome);
    if (record.outcome !== "ok") await this.#release(holding);
  }

  async #dispose({ held, id, belief }: Holding): Promise<void> {
    const run = (): Promise<void> => {
      endBelief(belief, "released");
      return held[Symbol.asyncDispose]();
    };
    await this.#operation("dispose", held.name, id, run, () => true);
  }

  async #status(lock: number, owner?: string): Promise<void> {
    const { name } = this.#lock(lock);
    if (owner !== undefined) {
      await this.#operation(
        "status",
        name,
        "",
        () => this.#lock(lock).holdCount(owner),
        (count) => count,
      );
    } else {
      await this.#operation(
        "status",
        name,
        "",
        () => this.#lock(lock).isLocked(),
        (locked) => locked,
      );
    }
  }

  async #force(lock: number): Promise<void> {
    const { name } = this.#lock(lock);
    await this.#operation(
      "forceRelease",
      name,
      "",
      () => this.#lock(lock).forceRelease(),
      (freed) => freed,
    );
  }

  #believed(held: Held, id: string): Holding {
    return { held, id, belief: this.#history.believe(held, id) };
  }

  /** A third are fair locks, and a third fenced ones. */
  #lock(lock: number): ReturnType<Locks["lock"]> {
    if (lock % 3 === 0) return this.locks.fairLock(`${FAIR}${lock}`);
    return lock % 3 === 1 ? this.locks.fencedLock(`soak:fenced:${lock}`) : this.locks.lock(`soak:${lock}`);
  }

  #operation<Value>(
    kind: OperationKind,
    lock: string,
    id: string,
    call: (record: OperationRecord) => Promise<Value>,
    told: (value: Value) => OperationRecord["told"],
  ): Promise<Ran<Value>> {
    return this.#history.run(kind, { client: this.#number, lock, id }, call, told);
  }
}

/** The prefix of fair locks' names. */
export const FAIR = "soak:fair:";

/** Undefined when the hold is lost. */
function serialized(held: Held, move = false): string | undefined {
  try {
    return held.serialize({ move });
  } catch {
    return undefined;
  }
}
