// A lock that a request got: its callback runs, and its release follows.
import type { InContext } from "../../base/call-context.ts";
import { nowMs } from "../../base/clock.ts";
import { type HoldEnd, named } from "../../base/errors.ts";
import { isNamedIn } from "../../lock/keys.ts";
import { releaseQueuedCall } from "../../lock/lua/fair-read-write.ts";
import type { WaitUntil } from "../../lock/options.ts";
import { brokenLock } from "./broken-lock.ts";
import { Lock } from "./lock.ts";
import type { LockQueue, QueueMember } from "./lock-queue.ts";
import type { LockHold } from "./lock-types.ts";
import { type Grant, type ManagedHold, startHold } from "./managed-hold.ts";
import type { RequestArguments } from "./request-arguments.ts";
import { accessOf } from "./request-hold.ts";
import { askForEnd, type RequestHost } from "./request-host.ts";
import { CONSTRUCTED } from "./web-idl.ts";

/** Settles the promise of a request. */
export interface Settles {
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/** Calls the callback of a request, as a function, in its context. An error that it throws becomes a rejection. */
export function call(
  { callback }: RequestArguments,
  inContext: InContext,
  lock: Lock | null,
  held: LockHold | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    inContext(() => {
      try {
        resolve(callback(lock, held));
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** Runs the callback of a request with its lock. */
export class GrantedLock<Member extends QueueMember & { ask(): void }> {
  readonly #host: RequestHost;
  readonly #queue: LockQueue<Member>;
  readonly #given: RequestArguments;
  readonly #held: ManagedHold;
  readonly #settles: Settles;
  readonly #backing: WaitUntil;
  readonly #inContext: InContext;
  // "ending": the callback has settled. "sent": so has the request for its release.
  #state: "held" | "ending" | "sent" | "over" = "held";

  /** `settles`: called when it is over. */
  constructor(
    host: RequestHost,
    queue: LockQueue<Member>,
    given: RequestArguments,
    grant: Omit<Grant, "name">,
    settles: Settles,
  ) {
    this.#host = host;
    this.#queue = queue;
    this.#given = given;
    this.#settles = settles;
    this.#held = startHold(host.client, { ...grant, name: given.name });
    this.#backing = grant.backing;
    this.#inContext = grant.inContext;
  }

  /** Whether its release was not sent. */
  get holds(): boolean {
    return this.#state === "held" || this.#state === "ending";
  }

  /** Calls back. */
  run(): void {
    const { name, mode } = this.#given;
    const { shown } = this.#held;
    const { signal } = shown;
    signal.addEventListener("abort", () => this.#broken(signal.reason));
    call(this.#given, this.#inContext, new Lock(CONSTRUCTED, name, mode), shown).then(
      (value) => this.#release(() => this.#settles.resolve(value)),
      (error) => this.#release(() => this.#settles.reject(error)),
    );
    if (signal.aborted) this.#broken(signal.reason);
  }

  /** Ends the hold. */
  lose(end: HoldEnd): void {
    this.#held.state.lose("gone", end);
  }

  /** A message says that these fields have lost their holds. */
  told(fields: readonly string[]): void {
    const { hold, checks } = this.#held;
    if (isNamedIn(fields, hold.owner)) checks.hint();
  }

  /** Renews the hold now, which shows whether it still counts. */
  renew(): void {
    this.#held.state.keepAlive?.soon();
  }

  /** The callback runs on, and its outcome means nothing. */
  #broken(reason: unknown): void {
    if (this.#state !== "held") return;
    this.#state = "over";
    this.#settles.reject(brokenLock(reason));
  }

  /** Releases the lock, and then calls `settle`, unless the release finds that the lock was lost. */
  #release(settle: () => void): void {
    const { hold, state } = this.#held;
    state.validity.refresh();
    if (this.#state !== "held") return;
    this.#state = "ending";
    let until = Number.POSITIVE_INFINITY;
    askForEnd(this.#host.outbox, this.#queue, this.#backing, {
      call: () => {
        this.#state = "sent";
        // Renewed until now, because the release waits for all that was asked before.
        until = Math.max(state.validity.until, nowMs() + this.#host.timeoutMs);
        state.release();
        return releaseQueuedCall(hold, true, accessOf(this.#given.mode));
      },
      onReply: ({ end }) => {
        state.released(end);
        if (state.loss === undefined) settle();
        else this.#settles.reject(brokenLock(state.loss));
      },
      onFailure: (error) => {
        state.releaseFailed(named(error, ["release the hold on", this.#given.name]));
        settle();
      },
      goesOn: () => nowMs() < until,
    });
  }
}
