// One request of a lock manager: its attempts, its callback, and its release. All of it goes through the outbox.
import { type HoldEnd, lossOf, named } from "../errors.ts";
import { type CallNews, emit } from "../events.ts";
import { inBackground } from "../hold/background.ts";
import type { ClientContext } from "../hold/client-context.ts";
import { ownerOfField } from "../keys.ts";
import { cancelQueuedCall, releaseQueuedCall } from "../lua/fair-read-write/calls.ts";
import type { AcquireReply, BusyReply, HeldReply, HoldId } from "../lua/lock/calls.ts";
import { requestCall, type TouchedReply, takeCall, type WaiterId } from "../lua/web-locks/calls.ts";
import type { WaitUntil } from "../options.ts";
import { brokenLock } from "./broken-lock.ts";
import { Lock } from "./lock.ts";
import type { LockQueue, QueueMember } from "./lock-queue.ts";
import type { LockHold, LockMode } from "./lock-types.ts";
import { KIND, type ManagedHold, startHold } from "./managed-hold.ts";
import type { Operation, Outbox } from "./outbox.ts";
import type { RequestArguments } from "./request-arguments.ts";
import { accessOf, newHold, theftBy } from "./request-hold.ts";
import { CONSTRUCTED } from "./web-idl.ts";

// As many attempts as an acquire makes that fails while Redis is unreachable.
const MOST_ATTEMPTS = 4;

/** What the requests of one manager share. */
export interface RequestHost {
  readonly client: ClientContext;
  readonly outbox: Outbox;
  /** Where the manager hears that its requests may acquire. */
  readonly listener: string;
  readonly leaseMs: number;
  /** The longest time for one attempt, ms. */
  readonly timeoutMs: number;
  /** Requests wait while Redis is unreachable. */
  readonly isPatient: boolean;
  /** Keeps the invocation alive for a release. */
  readonly backing: WaitUntil;
  newOwner(): string;
  /** A request has ended. */
  onOver(): void;
}

export class LockRequest implements QueueMember {
  readonly mode: LockMode;
  /** What the caller of `request` gets. */
  readonly promise: Promise<unknown>;
  number = 0;
  othersAhead = 0;
  isQueued = false;
  readonly #host: RequestHost;
  readonly #queue: LockQueue<LockRequest>;
  readonly #given: RequestArguments;
  /** In how many ms the platform ends the invocation, from the call on. */
  readonly #platformMs: number;
  readonly #id: string = crypto.randomUUID();
  readonly #askedAt: number = performance.now();
  readonly #abort = (): void => this.#aborted();
  #hold: HoldId;
  #held: ManagedHold | undefined;
  // "ending": its callback has settled. "left": it gave up, and Redis may not know that yet.
  #state: "asked" | "waiting" | "held" | "ending" | "left" | "over" = "asked";
  #attempts = 0;
  #isSent = false;
  #isReleaseSent = false;
  /** Withdraws the attempt that was not sent yet, if there is one. */
  #withdraw: (() => boolean) | undefined;
  #resolve: (value: unknown) => void = ignore;
  #reject: (reason: unknown) => void = ignore;

  constructor(host: RequestHost, queue: LockQueue<LockRequest>, given: RequestArguments, platformMs: number) {
    this.#host = host;
    this.#queue = queue;
    this.#given = given;
    this.#platformMs = platformMs;
    this.mode = given.mode;
    this.#hold = this.#newHold();
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const waitMs = given.ifAvailable ? 0 : Number.POSITIVE_INFINITY;
    this.#report({ type: "acquiring", waitMs, leaseMs: host.leaseMs });
    queue.add(this);
    given.signal?.addEventListener("abort", this.#abort);
    this.ask();
  }

  get isWaiting(): boolean {
    const { ifAvailable, steal } = this.#given;
    return this.#isSent && !ifAvailable && !steal && (this.#state === "asked" || this.#state === "waiting");
  }

  get holds(): boolean {
    return this.#state === "held" || (this.#state === "ending" && !this.#isReleaseSent);
  }

  /** How it names itself in the queue of Redis. */
  get waiter(): WaiterId {
    return [this.#hold, accessOf(this.mode)];
  }

  /** Asks for the lock, after all that was asked before. */
  ask(): void {
    if (this.#withdraw !== undefined) return;
    const { ifAvailable, steal } = this.#given;
    this.#withdraw = this.#host.outbox.add<AcquireReply>({
      call: () => {
        this.#withdraw = undefined;
        this.#isSent = true;
        if (steal) return takeCall(this.#hold, theftBy(this.#hold));
        const attempt = { last: ifAvailable, first: this.#attempts === 0 };
        return requestCall(this.#hold, accessOf(this.mode), this.#host.listener, attempt);
      },
      onReply: (reply, sentAt) => this.#answered(reply, sentAt),
      onFailure: (error) => this.#failed(error),
      goesOn: (failures) => (this.#host.isPatient && !ifAvailable) || failures < MOST_ATTEMPTS,
    });
  }

  /** Asks for the lock if it may be next, or lost its place. `number`: its number in the queue; 0: it is not there. */
  standsAt(number: number, { mode, first, firstWriter }: Pick<TouchedReply, "mode" | "first" | "firstWriter">): void {
    if (!this.isWaiting) return;
    this.number = number || this.number;
    const isBeforeWriters = firstWriter === 0 || number < firstWriter;
    const isNext = this.mode === "shared" ? isBeforeWriters && mode !== "write" : number === first && mode === "free";
    if (number === 0 || isNext) this.ask();
  }

  /** Ends its hold, if that has one of these fields. Undefined: any. */
  lose(end: HoldEnd, fields?: readonly string[]): void {
    if (fields?.includes(this.#hold.owner) !== false) this.#held?.state.lose("gone", end);
  }

  /** Ends its wait: the client was closed. */
  close(reason: unknown): void {
    if (this.#state !== "asked" && this.#state !== "waiting") return;
    this.#report({ type: "failed", error: reason });
    this.#over();
    this.#reject(brokenLock(reason));
  }

  #answered(reply: AcquireReply, sentAt: number): void {
    this.#attempts += 1;
    this.isQueued = reply.kind === "busy" && reply.queued !== undefined;
    // A grant that comes after it gave up is ended by the operation that says so.
    if (this.#state !== "asked" && this.#state !== "waiting") return;
    if (reply.kind === "held") this.#granted(reply, sentAt);
    else if (this.#given.ifAvailable && (reply.kind === "busy" || reply.end === "refused")) this.#unavailable(reply);
    else if (reply.kind === "busy") this.#waits(reply);
    else this.#lostUnseen(reply.end);
  }

  #waits(reply: BusyReply): void {
    const { position = 1, againMs = -1, number = 0 } = reply.queued ?? {};
    this.#state = "waiting";
    this.number = number || this.number;
    this.othersAhead = Math.max(0, position - 1 - this.#queue.aheadOf(this));
    if (againMs >= 0) this.#queue.lookAt(performance.now() + againMs);
    this.#report({ type: "waiting", remainingMs: reply.remainingMs, attempts: this.#attempts, position });
  }

  /** Calls back without a lock. */
  #unavailable(reply: AcquireReply): void {
    const remainingMs = reply.kind === "busy" ? reply.remainingMs : -1;
    const facts = { remainingMs, attempts: this.#attempts, position: undefined, holder: undefined };
    const heldByThisClient = this.#queue.holders.length > 0;
    this.#over();
    this.#report({ type: "busy", heldByThisClient, ...facts });
    this.#call(null, undefined).then(this.#resolve, this.#reject);
  }

  /** A lost reply had granted a hold, which has ended since. */
  #lostUnseen(end: HoldEnd): void {
    const loss = lossOf({ lockName: this.#given.name, owner: ownerOfField(this.#hold.owner), end });
    if (this.#given.steal || loss.code === "LOCK_STOLEN") this.close(loss);
    else {
      this.#hold = this.#newHold();
      this.#attempts = 0;
      this.ask();
    }
  }

  #granted(reply: HeldReply, sentAt: number): void {
    const { client, backing } = this.#host;
    const { name, mode, steal } = this.#given;
    if (steal) for (const robbed of this.#queue.holders) robbed.lose(theftBy(this.#hold));
    this.#state = "held";
    this.#given.signal?.removeEventListener("abort", this.#abort);
    const [id, hold, platformMs] = [this.#id, this.#hold, this.#platformMs];
    const held = startHold(client, { id, name, hold, reply, sentAt, backing, platformMs });
    this.#held = held;
    const { signal } = held.shown;
    signal.addEventListener("abort", () => this.#broken(signal.reason));
    const stolenFrom = reply.robbed?.map(ownerOfField);
    this.#report({ type: "acquired", attempts: this.#attempts, holds: 1, stolenFrom });
    this.#call(new Lock(CONSTRUCTED, name, mode), held.shown).then(
      (value) => this.#release(held, () => this.#resolve(value)),
      (error) => this.#release(held, () => this.#reject(error)),
    );
    if (signal.aborted) this.#broken(signal.reason);
  }

  /** Calls the callback, as a function. What it throws is a rejection. */
  #call(lock: Lock | null, held: LockHold | undefined): Promise<unknown> {
    const { callback } = this.#given;
    try {
      return Promise.resolve(callback(lock, held));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** The hold was lost: the callback runs on, and its outcome means nothing. */
  #broken(reason: unknown): void {
    if (this.#state !== "held") return;
    this.#over();
    this.#reject(brokenLock(reason));
  }

  /** Releases the lock, and then calls `settle`, unless the release finds that the lock was lost. */
  #release({ hold, state }: ManagedHold, settle: () => void): void {
    state.validity.refresh();
    if (this.#state !== "held") return;
    this.#state = "ending";
    state.release();
    const until = Math.max(state.validity.until, performance.now() + this.#host.timeoutMs);
    this.#end({
      call: () => {
        this.#isReleaseSent = true;
        return releaseQueuedCall(hold, true, accessOf(this.mode));
      },
      onReply: ({ end }) => {
        state.released(end);
        this.#over();
        if (state.loss === undefined) settle();
        else this.#reject(brokenLock(state.loss));
      },
      onFailure: (error) => {
        state.releaseFailed(named(error, ["release the hold on", this.#given.name]));
        this.#over();
        settle();
      },
      goesOn: () => performance.now() < until,
    });
  }

  #aborted(): void {
    if (this.#state !== "asked" && this.#state !== "waiting") return;
    this.#report({ type: "aborted" });
    this.#leave();
    this.#reject(this.#given.signal?.reason);
  }

  #failed(error: unknown): void {
    if (this.#state !== "asked" && this.#state !== "waiting") return;
    const failure = named(error, ["request lock", this.#given.name]);
    this.#report({ type: "failed", error: failure });
    this.#leave();
    this.#reject(failure);
  }

  /** Takes back whatever its attempts may have got. */
  #leave(): void {
    this.#given.signal?.removeEventListener("abort", this.#abort);
    this.#state = "left";
    if (this.#withdraw?.() === true && !this.#isSent) {
      this.#over();
      return;
    }
    const until = performance.now() + this.#host.leaseMs;
    this.#end({
      call: () => cancelQueuedCall(this.#hold, accessOf(this.mode), this.#host.listener),
      onReply: () => this.#over(),
      onFailure: () => this.#over(),
      goesOn: () => performance.now() < until,
    });
  }

  /** Asks for the end of its hold or its wait, and then for the locks of those that may be next. */
  #end(operation: Omit<Operation<{ readonly end: HoldEnd }>, "follow">): void {
    const ended = new Promise<void>((resolve) => {
      this.#host.outbox.add({
        ...operation,
        onReply(reply, sentAt) {
          operation.onReply(reply, sentAt);
          resolve();
        },
        onFailure(error) {
          operation.onFailure(error);
          resolve();
        },
        follow: () => {
          for (const next of this.#queue.next()) next.ask();
        },
      });
    });
    inBackground(this.#host.backing, ended);
  }

  #over(): void {
    this.#state = "over";
    this.isQueued = false;
    this.#given.signal?.removeEventListener("abort", this.#abort);
    this.#queue.delete(this);
    this.#host.onOver();
  }

  #newHold(): HoldId {
    const { client, leaseMs } = this.#host;
    return newHold({ key: this.#queue.key, leaseMs, label: client.options.label }, this.mode, this.#host.newOwner());
  }

  #report(news: CallNews): void {
    const { onEvent, label } = this.#host.client.options;
    const facts = {
      id: this.#id,
      lockName: this.#given.name,
      kind: KIND,
      owner: ownerOfField(this.#hold.owner),
      label,
    };
    emit(onEvent, { ...news, ...facts, waitedMs: Math.round(performance.now() - this.#askedAt) });
  }
}

function ignore(): void {}
