// The parts that a request of a lock manager needs of its session and of its invocation.

import type { HoldEnd } from "../../base/errors.ts";
import { inBackground } from "../../lock/background.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { WaitUntil } from "../../lock/options.ts";
import type { LockQueue, QueueMember } from "./lock-queue.ts";
import type { Operation, Outbox } from "./outbox.ts";

/** The invocation that made a request. */
export interface Invocation {
  /** Keeps it alive for a release. */
  readonly backing: WaitUntil;
  /** In how many ms the platform ends it, from the request on. */
  readonly platformMs: number;
}

/** The parts that the requests of one session share. */
export interface RequestHost {
  readonly client: ClientContext;
  readonly outbox: Outbox;
  /** Where the session hears that its requests may acquire. */
  readonly listener: string;
  readonly leaseMs: number;
  /** The longest time for one attempt, ms. */
  readonly timeoutMs: number;
  /** Requests wait while Redis is unreachable. */
  readonly isPatient: boolean;
  newOwner(): string;
  /** A request has ended. */
  onOver(): void;
}

/**
 * Asks for the end of a hold or a wait, and right behind it for the locks of those requests that may be next: a
 * hand-over within a session needs neither a message nor another request. `backing`: see Invocation.
 */
export function askForEnd<Member extends QueueMember & { ask(): void }>(
  outbox: Outbox,
  queue: LockQueue<Member>,
  backing: WaitUntil,
  operation: Omit<Operation<{ readonly end: HoldEnd }>, "follow">,
): void {
  const answered = new Promise<void>((resolve) => {
    outbox.add({
      ...operation,
      onReply(reply, sentAt) {
        operation.onReply(reply, sentAt);
        resolve();
      },
      onFailure(error) {
        operation.onFailure(error);
        resolve();
      },
      follow() {
        for (const next of queue.next()) next.ask();
      },
    });
  });
  inBackground(backing, answered);
}
