// One round: two holders and their sessions for one lock, with what the resource and the bench saw of them.
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultRule } from "../../../src/tools/gateway/gateway.ts";
import { type FromHolder, LEASE_MS, type Stop } from "./protocol.ts";
import { Resource } from "./resource.ts";
import type { Holder, Stage } from "./stage.ts";
import { Timeline } from "./timeline.ts";

export interface Figures {
  readonly overlaps: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Redis was not away for so long that even a holder that renews early can lose its lock. */
  readonly isFair: boolean;
  readonly idleMs: number;
  readonly learnedLateMs: number | undefined;
  /** How many holders learned that they had lost the lock. */
  readonly learned: number;
}

/** Any package that waits gets the lock within this time, if anybody can. */
export const WAIT_MS = 2.5 * LEASE_MS;

// A number is used once: the processes of holders see several rounds.
let lastSession = 0;

export class Round implements Disposable {
  readonly timeline = new Timeline();
  readonly #resource = new Resource();
  readonly #lockName: string;
  #outageMs = 0;
  readonly #holders = new Map<number, Holder>();

  constructor(lockName: string) {
    this.#lockName = lockName;
  }

  [Symbol.dispose](): void {
    this.#resource.close();
  }

  /** Starts a session of this holder. Returns its number. */
  begin(holder: Holder, stops?: Stop): number {
    lastSession += 1;
    const session = lastSession;
    this.#holders.set(session, holder);
    const { timeline } = this;
    timeline.note(session, "wants");
    holder.ended.then(() => timeline.note(session, "killed"));
    holder.send({ type: "work", session, lockName: this.#lockName, stops });
    return session;
  }

  /** Resolves to whether the session was granted the lock in time. */
  granted(session: number, ms = WAIT_MS): Promise<boolean> {
    return this.timeline.until(ms, () => this.timeline.has(session, "granted", "failed", "killed"));
  }

  ended(session: number, ms: number): Promise<boolean> {
    return this.timeline.until(ms, () => this.timeline.hasEnded(session));
  }

  async finish(session: number): Promise<void> {
    this.#holders.get(session)?.send({ type: "finish", session });
    await this.ended(session, LEASE_MS);
  }

  /** Resolves when no session has a request under way any more, as far as its holder knows. */
  async allLeft(): Promise<void> {
    const { timeline } = this;
    await timeline.until(LEASE_MS, () => {
      return [...this.#holders.keys()].every((session) => timeline.has(session, "left", "failed", "killed"));
    });
  }

  /** A whole session: the lock is acquired, kept for a moment, and released. */
  async pass(holder: Holder, workMs: number): Promise<void> {
    const session = this.begin(holder);
    await this.granted(session);
    await sleep(workMs);
    await this.finish(session);
  }

  hear(holder: Holder, message: FromHolder): void {
    if (message.type === "ready" || this.#holders.get(message.session) !== holder) return;
    const { session } = message;
    if (message.type === "read" || message.type === "write") {
      holder.send({ type: "answer", ask: message.ask, version: this.#resource.access(message) });
    } else if (message.type === "stopping") this.timeline.note(session, "stopped");
    else if (message.type !== "wants") {
      if (message.type === "granted") this.#resource.noteGrant(session);
      this.timeline.note(session, message.type);
    }
  }

  noteOutage(ms: number): void {
    this.#outageMs = ms;
  }

  figures(victim: number): Figures {
    const { idleMs, learned } = this.timeline;
    const isFair = this.#outageMs <= LEASE_MS / 3;
    return { ...this.#resource.seen, isFair, idleMs, learned, learnedLateMs: this.timeline.learnedLateMs(victim) };
  }
}

export interface Scene {
  readonly stage: Stage;
  readonly round: Round;
  /** Has the faults. */
  readonly victim: Holder;
  readonly other: Holder;
  /** Sets the rules of the victim's gateway. */
  setFaults(...rules: readonly FaultRule[]): void;
  /** The next number of the schedule, from 0 to 1. */
  draw(): number;
}
