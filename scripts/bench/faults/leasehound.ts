// Our own locks, from the built package: each is kept alive, and says by its signal whether it is held.
import { createLocks, type Held, type Locks } from "leasehound";
import type { Endpoint } from "../peers/subject.ts";
import { type Acquire, type Grant, LEASE_MS, WAIT_MS } from "./locker.ts";

type AcquireHeld = (locks: Locks, name: string) => Promise<Held>;

function lockerOf({ url, token }: Endpoint, acquire: AcquireHeld): Acquire {
  const locks = createLocks({ redis: { url, token }, leaseMs: LEASE_MS, waitMs: WAIT_MS });
  return async (name): Promise<Grant> => {
    const held = await acquire(locks, name);
    held.keepAlive();
    return { isHeld: () => !held.signal.aborted, token: held.fencingToken, release: () => held.release() };
  };
}

const options = { onUnreachable: "wait" } as const;

export const plain = async (endpoint: Endpoint): Promise<Acquire> =>
  lockerOf(endpoint, (locks, name) => locks.lock(name).acquire(options));

export const fenced = async (endpoint: Endpoint): Promise<Acquire> =>
  lockerOf(endpoint, (locks, name) => locks.fencedLock(name).acquire(options));
