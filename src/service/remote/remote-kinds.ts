// The kinds of locks of a lock API: they send requests where other kinds run scripts.

import { InvalidOptionError, TooManyHoldsError, UpgradeRefusedError } from "../../base/errors.ts";
import type { Held } from "../../lock/hold/held.ts";
import { HeldLock } from "../../lock/hold/held-lock.ts";
import type { HoldKind } from "../../lock/hold/kind.ts";
import type { HoldMode } from "../../lock/hold/lock-inspection.ts";
import type { FencedHeld } from "../../lock/kinds/fenced-lock.ts";
import { checkedReader, checkedWriter, ownerAsField } from "../../lock/kinds/owner-field.ts";
import { handOff } from "../../lock/parts/hand-off.ts";
import type { AcquireReply, Call, HoldId } from "../../lock/protocol.ts";
import { MAX_HOLDS } from "../api/contract/limits.ts";
import type { KindName } from "../api/contract/vocabulary.ts";
import { acquiring, betweenAttempts, cancelling } from "./acquiring.ts";
import { checking, releasing, renewing, wanting } from "./api-calls.ts";
import type { LockApi } from "./api-request.ts";
import { holdWatchdog } from "./remote-watchdog.ts";

/** How their holders hold them. */
const MODES: Readonly<Record<KindName, HoldMode>> = {
  lock: "exclusive",
  fairLock: "exclusive",
  fencedLock: "exclusive",
  readLock: "read",
  writeLock: "write",
  fairReadLock: "read",
  fairWriteLock: "write",
};

/** Returns the names of the kinds whose holders hold them in this way. */
export function kindsOfMode(mode: HoldMode): string[] {
  return Object.entries(MODES).flatMap(([name, each]) => (each === mode ? [name] : []));
}

/** Returns whether a lock API has such a kind. */
export function isKindName(name: string | undefined): name is KindName {
  return name !== undefined && Object.hasOwn(MODES, name);
}

/** A kind of lock of a lock API. */
export interface RemoteKind<Hold extends Held = Held> extends HoldKind<Hold> {
  readonly method: KindName;
  readonly mode: HoldMode;
  acquire(hold: HoldId, last: boolean, first: boolean, leftMs: number): Call<AcquireReply>;
}

/** Returns a kind of a lock API. */
export function remoteKind(api: LockApi, method: KindName): RemoteKind {
  const mode = MODES[method];
  return {
    ...ownerAsField,
    ...{ id: method, method, mode, wait: "poll", shared: mode === "read" },
    // The API chooses the script of a theft. A read lock cannot be stolen.
    ...(mode === "read" ? { ownerToField: checkedReader } : { stolenBy: "exclusive" }),
    ...(mode === "write" && { ownerToField: checkedWriter }),
    heldHere: "to re-enter, pass the same owner to each acquire",
    refusal(end, name) {
      if (end === "crowded") return new TooManyHoldsError(name, MAX_HOLDS);
      return end === "upgrade" ? new UpgradeRefusedError(name) : undefined;
    },
    acquire: (hold, last, _, leftMs) => acquiring(api, method, hold, { last, leftMs }),
    waiting: (wait) => betweenAttempts(api, wait),
    cancel: (hold) => cancelling(api, hold),
    renew: (hold) => renewing(api, hold),
    check: (hold) => checking(api, hold),
    release: (hold) => releasing(api, hold),
    wanted: wanting(api),
    watchdog: (hold) => ({ watchdog: holdWatchdog(api, hold), handOff }),
    held(client, grant) {
      return new HeldLock(client, this, grant);
    },
  };
}

/** Returns the kind of fenced locks. */
export function remoteFencedKind(api: LockApi): RemoteKind<FencedHeld> {
  const kind = remoteKind(api, "fencedLock");
  return {
    ...kind,
    held(client, grant) {
      const held = kind.held(client, grant);
      if (hasToken(held)) return held;
      throw new InvalidOptionError("serialized", "is a hold without a fencing token");
    },
  };
}

function hasToken(held: Held): held is FencedHeld {
  return held.fencingToken !== undefined;
}
