// A client of either side that acquires and releases any kind.

import type { Locks } from "../../../src/index.ts";
import type { JavaThread } from "./java-thread.ts";
import { isCounter, type Kind, lockOf } from "./kinds.ts";

/** Kinds that one client at a time holds for a lease, like a lock. */
export type Holdable = Exclude<Kind, "semaphore" | "countDownLatch" | "read"> | Joint;

/** Several plain locks as one. */
export type Joint = "multi" | "red";

export interface TakeOptions {
  /** Undefined: it is renewed, except a permit of Java. */
  readonly leaseMs?: number;
  /** Default: 0. */
  readonly waitMs?: number;
  /** Called at each refused attempt of ours. */
  readonly onWait?: () => void;
}

export interface Party {
  /** Resolves to whether it has got it. */
  take(options?: TakeOptions): Promise<boolean>;
  release(): Promise<void>;
  /** Exists where nothing renews automatically: for a permit of Java. */
  renew?(leaseMs: number): Promise<void>;
}

const LONG_MS = 30_000;

export function isJoint(kind: string): kind is Joint {
  return kind === "multi" || kind === "red";
}

/** Returns the members of a lock of several. */
export function partsOf(name: string): string[] {
  return ["a", "b", "c"].map((part) => `${name}:${part}`);
}

/** @param nodes as many as parts for a red lock, each a database of ours; otherwise the first is used */
export function ours(nodes: readonly [Locks, ...Locks[]], kind: Holdable, name: string): Party {
  const [locks] = nodes;
  let held: { release(): Promise<unknown> } | undefined;
  const taken = isJoint(kind) ? jointOf(nodes, kind, name) : takenOf(locks, kind, name);
  return {
    async take({ leaseMs, waitMs = 0, onWait } = {}) {
      const got = await taken.tryAcquire({ leaseMs, waitMs, onWait });
      if (got === null) return false;
      if (leaseMs === undefined) got.keepAlive();
      held = got;
      return true;
    },
    async release() {
      await held?.release();
    },
  };
}

function takenOf(locks: Locks, kind: Exclude<Holdable, Joint>, name: string) {
  return isCounter(kind) ? locks.permitExpirableSemaphore(name) : lockOf(locks, kind, name);
}

function jointOf(nodes: readonly [Locks, ...Locks[]], kind: Joint, name: string) {
  const parts = partsOf(name);
  if (kind === "multi") return nodes[0].multiLock(...parts.map((part) => nodes[0].lock(part)));
  return nodes[0].redLock(...nodes.map((node, nth) => node.lock(parts[nth] ?? name)));
}

export function javas(thread: JavaThread, kind: Holdable, name: string): Party {
  const java = thread.with(kind);
  if (kind !== "permitExpirableSemaphore") {
    const named = isJoint(kind) ? partsOf(name) : name;
    return {
      take: ({ leaseMs, waitMs = 0 } = {}) => {
        const times = leaseMs === undefined ? {} : { leaseMs };
        return java.tryLock(named, waitMs === 0 ? times : { waitMs, ...times });
      },
      async release() {
        if (!(await java.unlock(named))) throw new Error(`Java does not hold ${name}`);
      },
    };
  }
  let id: unknown;
  return {
    async take({ leaseMs = LONG_MS, waitMs = 0 } = {}) {
      id = await java.ask(kind, name, "tryAcquire", { waitMs, leaseMs });
      return id !== null;
    },
    async release() {
      if (!(await java.ask(kind, name, "tryRelease", { permitId: String(id) }))) throw new Error(`${id} is not leased`);
    },
    async renew(leaseMs) {
      await java.ask(kind, name, "updateLeaseTime", { permitId: String(id), leaseMs });
    },
  };
}
