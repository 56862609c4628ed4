// installNavigatorLocks: a lock manager in the place of `navigator.locks`.

import { InvalidOptionError } from "../../base/errors.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import type { Client } from "../../lock/client.ts";
import { createLockManager, type LockManagerOptions } from "./create-lock-manager.ts";
import { Lock } from "./lock.ts";
import { LockManager } from "./lock-manager.ts";

/** Puts back what was there before a change. */
type Undo = () => void;

/**
 * Puts a lock manager in the place of `navigator.locks`, for code that takes its locks there. Where the globals `Lock`
 * and `LockManager` are missing, it sets them, too. Call it once for each isolate or thread, before its code asks for
 * locks.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param options those of `createLockManager`. In a Worker, `context` must be a function, because `navigator` serves
 * all invocations of an isolate
 * @returns the function that puts back what was there before, for tests
 * @throws INVALID_OPTION when `client` or an option is wrong, or `navigator.locks` cannot be replaced here;
 * NO_WAIT_UNTIL in a Worker without `context`
 * @example
 * installNavigatorLocks(createLocks({ redis: { url, token } }));
 */
export function installNavigatorLocks(client: Client, options: LockManagerOptions = {}): () => void {
  const manager = createLockManager(client, options);
  if (endsWithInvocation() && typeof options.context !== "function") {
    throw new InvalidOptionError("context", "must be a function: navigator.locks serves all invocations of an isolate");
  }
  const undos: Undo[] = [];
  try {
    const { navigator } = Object(globalThis);
    if (navigator === undefined) undos.push(replace(globalThis, "navigator", { value: {}, writable: true }));
    undos.push(replace(ownerOfLocks(), "locks", { get: () => manager, enumerable: true }));
    for (const [name, value] of Object.entries({ Lock, LockManager })) {
      if (!(name in globalThis)) undos.push(replace(globalThis, name, { value, writable: true }));
    }
  } catch (cause) {
    undo(undos);
    throw new InvalidOptionError("client", `cannot have its locks in navigator.locks here: ${String(cause)}`);
  }
  return () => undo(undos);
}

/** Returns the object that has, or would have, the getter: for a real navigator its prototype. */
function ownerOfLocks(): object {
  const navigator = Object(Reflect.get(globalThis, "navigator"));
  const prototype: object = Object.getPrototypeOf(navigator);
  return Object.hasOwn(navigator, "locks") || prototype === Object.prototype ? navigator : prototype;
}

/** The members that stood before those that were undone while a later one was in their place. */
const undone = new Map<unknown, PropertyDescriptor | undefined>();

/** Defines a member. Throws a TypeError where that is not possible. */
function replace(target: object, name: string, descriptor: PropertyDescriptor): Undo {
  const find = (): PropertyDescriptor | undefined => Object.getOwnPropertyDescriptor(target, name);
  let before = find();
  Object.defineProperty(target, name, { ...descriptor, configurable: true });
  return () => {
    const own = gives(descriptor);
    if (gives(find()) !== own) {
      undone.set(own, before);
      return;
    }
    // Ends at one that was not undone.
    while (undone.has(gives(before))) before = undone.get(gives(before));
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}

function gives(descriptor: PropertyDescriptor | undefined): unknown {
  return descriptor?.get ?? descriptor?.value;
}

function undo(undos: Undo[]): void {
  // Ends when all are undone, the latest first.
  for (let latest = undos.pop(); latest !== undefined; latest = undos.pop()) latest();
}
