// One request of a lock manager: its attempts, until it has its lock or gives up.
import { thisContext } from "../../base/call-context.ts";
import { nowMs } from "../../base/clock.ts";
import { type HoldEnd, lossOf, named } from "../../base/errors.ts";
import { type CallNews, emit } from "../../lock/events.ts";
import { ownerOfField } from "../../lock/keys.ts";
import { cancelQueuedCall } from "../../lock/lua/fair-read-write.ts";
import { requestCall, type TouchedReply, takeCall, type WaiterId } from "../../lock/lua/web-locks.ts";
import type { AcquireReply, BusyReply, HeldReply, HoldId } from "../../lock/protocol.ts";
import { brokenLock } from "./broken-lock.ts";
import { call, GrantedLock, type Settles } from "./granted-lock.ts";
import type { LockQueue, QueueMember } from "./lock-queue.ts";
import type { LockMode } from "./lock-types.ts";
import { KIND } from "./managed-hold.ts";
import type { RequestArguments } from "./request-arguments.ts";
import { accessOf, newHold, theftBy } from "./request-hold.ts";
import { askForEnd, type Invocation, type RequestHost } from "./request-host.ts";

// As many attempts as an acquire makes that fails while Redis is unreachable.
const MOST_ATTEMPTS = 4;

export class LockRequest implements QueueMember {
  readonly mode: LockMode;
  number = 0;
  othersAhead = 0;
  isQueued = false;
  readonly #host: RequestHost;
  readonly #queue: LockQueue<LockRequest>;
  readonly #given: RequestArguments;
  readonly #settles: Settles;
  readonly #id: string = crypto.randomUUID();
  readonly #askedAt: number = nowMs();
  readonly #invocation: Invocation;
  // Its answers arrive with those of other requests.
  readonly #inContext = thisContext();
  readonly #onAbort = (): void => this.#abort();
  #hold: HoldId;
  #granted: GrantedLock<LockRequest> | undefined;
  // "left": it gave up, and Redis may not know that yet.
  #state: "asked" | "waiting" | "granted" | "left" | "over" = "asked";
  #attempts = 0;
  #isSent = false;
  /** The attempts that were sent and not answered. */
  #inFlight = 0;
  /** A message came while one was in flight. */
  #isWoken = false;
  /** Withdraws the attempt that was not sent yet, if there is one. */
  #withdraw: (() => boolean) | undefined;

  /** Asks at once. */
  constructor(
    host: RequestHost,
    queue: LockQueue<LockRequest>,
    given: RequestArguments,
    invocation: Invocation,
    settles: Settles,
  ) {
    this.#host = host;
    this.#queue = queue;
    this.#given = given;
    this.#settles = settles;
    this.#invocation = invocation;
    this.mode = given.mode;
    this.#hold = this.#newHold();
    const waitMs = given.ifAvailable ? 0 : Number.POSITIVE_INFINITY;
    this.#report({ type: "acquiring", waitMs, leaseMs: host.leaseMs });
    queue.add(this);
    given.signal?.addEventListener("abort", this.#onAbort);
    this.ask();
  }

  get isWaiting(): boolean {
    const { ifAvailable, steal } = this.#given;
    return this.#isSent && !ifAvailable && !steal && this.isPending;
  }

  get holds(): boolean {
    return this.#granted?.holds === true;
  }

  /** How it names itself in the queue of Redis. */
  get waiter(): WaiterId {
    return [this.#hold, accessOf(this.mode)];
  }

  /** It has no lock yet, and has not given up. */
  get isPending(): boolean {
    return this.#state === "asked" || this.#state === "waiting";
  }

  /** Asks for the lock, after all that was asked before. */
  ask(): void {
    if (this.#withdraw !== undefined) return;
    const { ifAvailable, steal } = this.#given;
    this.#withdraw = this.#host.outbox.add<AcquireReply>({
      call: () => {
        this.#withdraw = undefined;
        this.#isSent = true;
        this.#inFlight += 1;
        if (steal) return takeCall(this.#hold, theftBy(this.#hold));
        const attempt = { last: ifAvailable, first: this.#attempts === 0 };
        return requestCall(this.#hold, accessOf(this.mode), this.#host.listener, attempt);
      },
      onReply: (reply, sentAt) => this.#answered(reply, sentAt),
      onFailure: (error) => {
        this.#inFlight -= 1;
        this.#fail(error);
      },
      goesOn: (failures) => (this.#host.isPatient && !ifAvailable) || failures < MOST_ATTEMPTS,
    });
  }

  /** A message says that it may be next. An attempt that is in flight may find that, too. */
  wake(): void {
    if (this.#inFlight > 0) this.#isWoken = true;
    else this.ask();
  }

  /** Asks if it may be next, or lost its place. `number`: its number in the queue; 0: it is not there. */
  standsAt(number: number, { mode, first, firstWriter }: Pick<TouchedReply, "mode" | "first" | "firstWriter">): void {
    if (!this.isWaiting) return;
    this.number = number || this.number;
    const isBeforeWriters = firstWriter === 0 || number < firstWriter;
    const isNext = this.mode === "shared" ? isBeforeWriters && mode !== "write" : number === first && mode === "free";
    if (number === 0 || isNext) this.ask();
  }

  /** Ends its hold. */
  lose(end: HoldEnd): void {
    this.#granted?.lose(end);
  }

  /** A message says that these fields have lost their holds. */
  told(fields: readonly string[]): void {
    this.#granted?.told(fields);
  }

  /** Renews its hold now, which shows whether it still counts. */
  renew(): void {
    this.#granted?.renew();
  }

  /** Ends its wait: the client was closed. */
  close(reason: unknown): void {
    if (!this.isPending) return;
    this.#report({ type: "failed", error: reason });
    this.#over();
    this.#settles.reject(brokenLock(reason));
  }

  #answered(reply: AcquireReply, sentAt: number): void {
    this.#attempts += 1;
    this.#inFlight -= 1;
    this.isQueued = reply.kind === "busy" && reply.queued !== undefined;
    // The operation that says so ends a grant that comes after it gave up.
    if (!this.isPending) return;
    if (reply.kind === "held") this.#grant(reply, sentAt);
    else if (this.#given.ifAvailable && (reply.kind === "busy" || reply.end === "refused")) this.#unavailable(reply);
    else if (reply.kind === "busy") this.#wait(reply);
    else this.#lostUnseen(reply.end);
  }

  #grant(reply: HeldReply, sentAt: number): void {
    const stolenFrom = reply.robbed?.map(ownerOfField);
    if (this.#given.steal) this.#rob(reply.robbed, sentAt);
    this.#state = "granted";
    this.#given.signal?.removeEventListener("abort", this.#onAbort);
    const { backing, platformMs } = this.#invocation;
    const leftMs = platformMs - (nowMs() - this.#askedAt);
    const grant = {
      id: this.#id,
      hold: this.#hold,
      reply,
      sentAt,
      backing,
      platformMs: leftMs,
      inContext: this.#inContext,
    };
    this.#granted = new GrantedLock(this.#host, this.#queue, this.#given, grant, {
      resolve: (value) => {
        this.#over();
        this.#settles.resolve(value);
      },
      reject: (reason) => {
        this.#over();
        this.#settles.reject(reason);
      },
    });
    this.#report({ type: "acquired", attempts: this.#attempts, holds: 1, stolenFrom });
    this.#granted.run();
  }

  /** Ends the holds of this client that it stole the lock from, before it calls back. */
  #rob(fields: readonly string[] | undefined, sentAt: number): void {
    const end = theftBy(this.#hold);
    // Holds of this session end even if the reply that reported the theft was lost, or if they are as new as the theft.
    for (const robbed of this.#queue.holders) robbed.lose(end);
    if (fields !== undefined) this.#host.client.closeRegistry.tell(this.#queue.key, { fields, sentAt, end });
  }

  #wait(reply: BusyReply): void {
    const { position = 1, againMs = -1, number = 0 } = reply.queued ?? {};
    this.#state = "waiting";
    this.number = number || this.number;
    this.othersAhead = Math.max(0, position - 1 - this.#queue.aheadOf(this));
    if (this.#isWoken) this.ask();
    this.#isWoken = false;
    if (againMs >= 0) this.#queue.lookAt(nowMs() + againMs + 1);
    this.#report({ type: "waiting", remainingMs: reply.remainingMs, attempts: this.#attempts, position });
  }

  /** Calls back without a lock. */
  #unavailable(reply: AcquireReply): void {
    const remainingMs = reply.kind === "busy" ? reply.remainingMs : -1;
    const facts = { remainingMs, attempts: this.#attempts, position: undefined, holder: undefined };
    this.#over();
    this.#report({ type: "busy", heldByThisClient: this.#queue.holders.length > 0, ...facts });
    const { resolve, reject } = this.#settles;
    call(this.#given, this.#inContext, null, undefined).then(resolve, reject);
  }

  /** A lost reply had granted a hold, which has ended since. */
  #lostUnseen(end: HoldEnd): void {
    const loss = lossOf({ lockName: this.#given.name, owner: ownerOfField(this.#hold.owner), end });
    if (this.#given.steal || loss.code === "LOCK_STOLEN") {
      this.close(loss);
      return;
    }
    this.#hold = this.#newHold();
    this.#attempts = 0;
    this.ask();
  }

  #abort(): void {
    if (!this.isPending) return;
    this.#report({ type: "aborted" });
    this.#leave();
    this.#settles.reject(this.#given.signal?.reason);
  }

  #fail(error: unknown): void {
    if (!this.isPending) return;
    const failure = named(error, ["request lock", this.#given.name]);
    this.#report({ type: "failed", error: failure });
    this.#leave();
    this.#settles.reject(failure);
  }

  /** Takes back whatever its attempts may have got. */
  #leave(): void {
    this.#given.signal?.removeEventListener("abort", this.#onAbort);
    this.#state = "left";
    if (this.#withdraw?.() === true && !this.#isSent) {
      this.#over();
      return;
    }
    const until = nowMs() + this.#host.leaseMs;
    askForEnd(this.#host.outbox, this.#queue, this.#invocation.backing, {
      call: () => cancelQueuedCall(this.#hold, accessOf(this.mode), this.#host.listener),
      onReply: () => this.#over(),
      onFailure: () => this.#over(),
      goesOn: () => nowMs() < until,
    });
  }

  #over(): void {
    this.#state = "over";
    this.isQueued = false;
    this.#given.signal?.removeEventListener("abort", this.#onAbort);
    this.#queue.delete(this);
    this.#host.onOver();
  }

  #newHold(): HoldId {
    const { client, leaseMs } = this.#host;
    return newHold({ key: this.#queue.key, leaseMs, label: client.options.label }, this.mode, this.#host.newOwner());
  }

  #report(news: CallNews): void {
    const { onEvent, label } = this.#host.client.options;
    const owner = ownerOfField(this.#hold.owner);
    const waitedMs = Math.round(nowMs() - this.#askedAt);
    const event = { ...news, id: this.#id, lockName: this.#given.name, kind: KIND, owner, label, waitedMs };
    if (onEvent !== undefined) this.#inContext(() => emit(onEvent, event));
  }
}
