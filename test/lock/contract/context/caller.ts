// Callers of public calls, each in an async context of its own, and the contexts that their functions and events see.
import { AsyncLocalStorage } from "node:async_hooks";
import type { LockManager } from "../../../../src/edge/web-locks/index.ts";
import type { Locks } from "../../../../src/index.ts";
import type { RemoteLocks } from "../../../../src/service/remote/index.ts";
import type { Endpoint } from "../../../support/rest.ts";

/** The number of the caller. */
export const context: AsyncLocalStorage<number> = new AsyncLocalStorage();

/** What all callers share. Each of these clients reports its events to `Sights`. */
export interface Shared {
  readonly redis: Endpoint;
  readonly prefix: string;
  readonly locks: Locks;
  /** A client whose leases end soon. */
  readonly brief: Locks;
  readonly remote: RemoteLocks;
  readonly manager: LockManager;
}

/** One caller of one call. */
export interface Caller extends Shared {
  /** The name of the lock, for this caller alone or for all callers of this call. */
  readonly name: string;
  /** Another name, of this caller alone. */
  readonly own: string;
  /** Only this caller has the name. */
  readonly isAlone: boolean;
  /** Notes the context in which a function of this caller runs. */
  see(where: string): void;
  /** Resolves when all callers of this call have reached this point. */
  together(): Promise<void>;
}

/** The methods of a type that have a name. */
export type Method<Of> = {
  [Name in keyof Of]-?: Name extends string ? (Of[Name] extends (...given: never) => unknown ? Name : never) : never;
}[keyof Of];

/** A call for each method: the compiler requires one for a new method. */
export type CallsOf<Of> = { readonly [Name in Method<Of>]: (of: Of, caller: Caller) => unknown };

/** How one caller uses one public call. */
export type Play = (caller: Caller) => unknown;

/** Contexts that differ from those of the callers. */
export class Sights {
  readonly wrong: string[] = [];
  count = 0;
  /** The caller of each call that reported events, by their id. */
  readonly #callers = new Map<string, number | undefined>();

  note(where: string, caller: number | undefined): void {
    this.count += 1;
    const seen = context.getStore();
    if (seen !== caller || seen === undefined) this.wrong.push(`${where}: ${seen} in place of ${caller}`);
  }

  /** Notes an event. `lockName`: ends with the number of its caller, if that is alone. */
  readonly onEvent = ({
    id,
    type,
    kind,
    lockName,
  }: {
    id: string;
    type: string;
    kind: string;
    lockName: string;
  }): void => {
    const alone = /-(\d+)$/.exec(lockName)?.[1];
    if (!this.#callers.has(id)) this.#callers.set(id, alone === undefined ? context.getStore() : Number(alone));
    this.note(`${type} of ${kind}`, this.#callers.get(id));
  };
}

/** Lets the event loop turn: the context of a function must last. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
