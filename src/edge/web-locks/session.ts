// One context of a lock manager, as the specification means it: the requests of a process, or of an invocation of a
// Worker. It ends with these.

import { nowMs } from "../../base/clock.ts";
import { ClosedError } from "../../base/errors.ts";
import { newOwner } from "../../lock/client.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { OpenWork } from "../../lock/hold/close-registry.ts";
import { wakeAddress } from "../../lock/keys.ts";
import { type SnapshotCursor, snapshotCall } from "../../lock/lua/web-locks.ts";
import { resolveKeepAlive, type WaitUntil } from "../../lock/options.ts";
import { renewalTimeoutMs } from "../../lock/watchdog/renewal-plan.ts";
import type { LockNames } from "./lock-names.ts";
import { LockQueue } from "./lock-queue.ts";
import { LockRequest } from "./lock-request.ts";
import type { LockManagerSnapshot } from "./lock-types.ts";
import { Outbox } from "./outbox.ts";
import type { RequestArguments } from "./request-arguments.ts";
import type { RequestHost } from "./request-host.ts";
import { SnapshotPages } from "./snapshot.ts";
import { TheftStream } from "./theft-stream.ts";
import { WaitingLook } from "./waiting-look.ts";
import { WakeStream } from "./wake-stream.ts";

// A request takes a sixth of the lease at most, but not less than a slow connection needs.
const LEAST_TIMEOUT_MS = 500;
const MOST_ATTEMPTS = 4;
// A session that was cut with its invocation never says so. A living one that waits shows it more often.
const SILENT_MS = 60_000;

/** The options of a lock manager, checked. */
export interface SessionOptions {
  readonly names: LockNames;
  readonly leaseMs: number;
  readonly isPatient: boolean;
}

export class Session implements RequestHost, OpenWork {
  readonly client: ClientContext;
  readonly outbox: Outbox;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly isPatient: boolean;
  readonly #names: LockNames;
  // Created at the first use: a Worker has no randomness at the top level.
  #clientId: string | undefined;
  readonly #ending = new AbortController();
  readonly #queues = new Map<string, LockQueue<LockRequest>>();
  readonly #wakes: WakeStream;
  readonly #thefts: TheftStream;
  readonly #looks: WaitingLook;
  #seenAt = 0;
  #isChanging = false;

  constructor(client: ClientContext, { names, leaseMs, isPatient }: SessionOptions) {
    this.client = client;
    this.leaseMs = leaseMs;
    this.isPatient = isPatient;
    this.timeoutMs = Math.max(renewalTimeoutMs(leaseMs), LEAST_TIMEOUT_MS);
    this.#names = names;
    this.outbox = new Outbox(client.driver, names.prefix, this.timeoutMs, this.#ending.signal, () => this.#changed());
    this.#looks = new WaitingLook(this, this.#queues, () => this.#pollMs());
    this.#wakes = new WakeStream(client.driver, this.listener, client.streams !== undefined, {
      onSubscribed: () => this.#looks.now(),
      onCall: (key, what, number) => {
        for (const request of this.#queues.get(key)?.called(what, number) ?? []) request.wake();
      },
    });
    this.#thefts = new TheftStream(client, {
      onEnd: ({ key, fields }) => {
        for (const request of this.#queues.get(key)?.holders ?? []) request.told(fields);
      },
      onConfirmed: async () => {
        for (const queue of this.#queues.values()) for (const request of queue.holders) request.renew();
      },
      onWithout: () => {},
      overAt: () => this.overAt(),
    });
  }

  get #id(): string {
    this.#clientId ??= crypto.randomUUID();
    return this.#clientId;
  }

  get listener(): string {
    return wakeAddress(this.client.options.prefix, this.#id);
  }

  newOwner(): string {
    return newOwner(this.#id);
  }

  /** Asks for a lock. Throws a TypeError for a name that has no key; NO_WAIT_UNTIL. `context`: of the invocation. */
  request(given: RequestArguments, context: WaitUntil | undefined): Promise<unknown> {
    const key = this.#names.keyOf(given.name);
    const invocation = resolveKeepAlive(context, undefined, given.name);
    const queue = this.#queues.get(key) ?? new LockQueue(key);
    this.#queues.set(key, queue);
    // Before the first answer, too, a request ends with its client.
    this.#seenAt = nowMs();
    this.client.closeRegistry.add(this);
    return new Promise((resolve, reject) => {
      new LockRequest(this, queue, given, invocation, { resolve, reject });
    });
  }

  /** Tells who holds and who waits. */
  query(): Promise<LockManagerSnapshot> {
    return new Promise((resolve, reject) => {
      const pages = new SnapshotPages(this.#names);
      const ask = (from: SnapshotCursor): void => {
        this.outbox.add({
          call: () => snapshotCall(this.#names.prefix, from),
          onReply({ rows, next }) {
            for (const row of rows) pages.add(row);
            if (next === undefined) resolve(pages.snapshot);
            else ask(next);
          },
          onFailure: reject,
          goesOn: (failures) => failures < MOST_ATTEMPTS,
        });
      };
      ask({ time: "", name: "", waiters: 0 });
    });
  }

  onOver(): void {
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => this.#changed());
  }

  close(): void {
    const error = new ClosedError();
    for (const queue of this.#queues.values()) for (const request of queue.all) request.close(error);
    this.#ending.abort();
    this.#wakes.close();
    this.#looks.close();
  }

  overAt(): number {
    return this.#seenAt + SILENT_MS;
  }

  #pollMs(): number {
    const { pollMs } = this.client.options;
    return Math.min(pollMs, this.#wakes.isOpen ? 5_000 : 1_000);
  }

  /** Requests have got their answers, or have ended. */
  #changed(): void {
    this.#isChanging = false;
    let isOpen = false;
    let isWaiting = false;
    let needsMessages = false;
    let holds = false;
    for (const [key, queue] of this.#queues) {
      if (queue.isEmpty) this.#queues.delete(key);
      isOpen ||= queue.all.some(({ isPending }) => isPending);
      isWaiting ||= queue.waiting.length > 0;
      needsMessages ||= queue.needsMessages();
      holds ||= queue.holders.length > 0;
    }
    this.#wakes.need(needsMessages);
    this.#thefts.need(holds);
    this.#looks.need(isWaiting);
    this.#seenAt = nowMs();
    if (!isOpen) this.client.closeRegistry.forget(this);
    else if (!this.client.closeRegistry.closed) this.client.closeRegistry.add(this);
  }
}
