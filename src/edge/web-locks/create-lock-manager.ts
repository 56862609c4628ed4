// createLockManager: locks of the Web Locks specification, shared by all programs that use one Redis database.

import { endsWithInvocation } from "../../base/invocation.ts";
import { milliseconds, oneOf, ownMembers, trueOrFalse } from "../../base/validate.ts";
import { type Client, contextOf } from "../../lock/client.ts";
import { checkOneSlot } from "../../lock/keys.ts";
import { MAX_MS, MIN_LEASE_MS, resolveKeepAlive, type WaitUntil } from "../../lock/options.ts";
import { LockManager } from "./lock-manager.ts";
import { bareNames, namesOfTheirOwn } from "./lock-names.ts";
import { Session } from "./session.ts";
import { CONSTRUCTED } from "./web-idl.ts";

/** Options of `createLockManager`. */
export interface LockManagerOptions {
  /**
   * The lease of each lock, which is renewed while the callback runs, in ms: 1,000 to 2,147,483,647. Default: the
   * client's `leaseMs`. A lock of a process that died is free after its lease.
   */
  readonly leaseMs?: number | undefined;
  /**
   * Shares the locks with `fairReadWriteLock(client, name)` of the same names, and with `getReadWriteLock(name)` of
   * Redisson. Names that such locks cannot have are then a TypeError. Default: false, so that no other lock meets them.
   */
  readonly bareNames?: boolean | undefined;
  /**
   * The behaviour of a request while Redis is unreachable. Default: "wait".
   * - "wait": it goes on waiting.
   * - "fail": its promise rejects with the LockError after a few attempts.
   */
  readonly onUnreachable?: "wait" | "fail" | undefined;
  /**
   * Keeps the invocation alive for a release. A Worker and Vercel's edge runtime need one: the invocation's context,
   * for a manager of this invocation; or a function that returns the context of the invocation that calls.
   */
  readonly context?: WaitUntil | (() => WaitUntil) | undefined;
}

/**
 * Creates a lock manager with the interface of `navigator.locks`. Its locks are shared by all programs that use this
 * database, and held as long as the callback runs. Sends nothing.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param options `leaseMs`: the lease of each lock; `bareNames`: shares the names of plain locks; `onUnreachable`:
 * "fail" rejects requests while Redis is away; `context`: for Workers. See LockManagerOptions
 * @returns the lock manager
 * @throws INVALID_OPTION when `client` or an option is wrong, or the client is of a cluster and its prefix has no hash
 * tag; NO_WAIT_UNTIL when a Worker or Vercel's edge runtime passes no context
 * @example
 * const locks = createLockManager(createLocks({ redis: { url, token } }));
 * await locks.request("imports", async () => importAll());
 */
export function createLockManager(client: Client, options: LockManagerOptions = {}): LockManager {
  const context = contextOf(client);
  const own = ownMembers("options", options, ["leaseMs", "bareNames", "onUnreachable", "context"]);
  const { prefix, leaseMs } = context.options;
  if (context.driver.isCluster) checkOneSlot(prefix, "a lock manager");
  const resolved = {
    names: trueOrFalse("bareNames", own.bareNames) ? bareNames(prefix) : namesOfTheirOwn(prefix),
    leaseMs: milliseconds("leaseMs", own.leaseMs, MIN_LEASE_MS, MAX_MS, leaseMs),
    isPatient: oneOf("onUnreachable", own.onUnreachable, ["wait", "fail"], "wait") === "wait",
  };
  const sessions = new WeakMap<object, Session>();
  const { context: given } = own;
  if (typeof given !== "function") resolveKeepAlive(given, undefined, "");
  return new LockManager(CONSTRUCTED, {
    current() {
      const invocation = typeof given === "function" ? given() : given;
      // Work of one invocation of a Worker cannot serve another one. Elsewhere, a process is one context.
      const owner = endsWithInvocation() && invocation !== undefined ? invocation : context;
      const session = sessions.get(owner) ?? new Session(context, resolved);
      sessions.set(owner, session);
      return { session, context: invocation };
    },
    mustBeOpen() {
      if (context.closeRegistry.closed) throw new DOMException("the client was closed", "InvalidStateError");
    },
  });
}
