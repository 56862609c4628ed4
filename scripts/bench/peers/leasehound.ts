// Our own locks, from the built package.
import { type ClientOptions, createClient, createLocks, fairLock, type Lock, lock, streams } from "leasehound";
import { createLightLocks, type LightLock } from "leasehound/light";
import { type Endpoint, KEPT_LEASE_MS, LEASE_MS, type Locker, WAIT_MS } from "./subject.ts";

const options = ({ url, token }: Endpoint, leaseMs: number) => ({ redis: { url, token }, leaseMs, waitMs: WAIT_MS });

type Acquirable = Pick<Lock, "acquire"> | LightLock;

function lockerOf(of: (name: string) => Acquirable, kept: (name: string) => Acquirable): Locker {
  return {
    async acquire(name, signal) {
      const held = await of(name).acquire({ signal });
      return () => held.release();
    },
    async keep(name) {
      const held = await kept(name).acquire();
      held.keepAlive();
    },
  };
}

/** The default: waiters share a stream. */
export async function plain({ url, token }: Endpoint): Promise<Locker> {
  return plainOver({ url, token });
}

export function plainOver(redis: ClientOptions["redis"]): Locker {
  const locks = createLocks({ redis, leaseMs: LEASE_MS, waitMs: WAIT_MS });
  const kept = createLocks({ redis, leaseMs: KEPT_LEASE_MS, waitMs: WAIT_MS });
  return lockerOf(
    (name) => locks.lock(name),
    (name) => kept.lock(name),
  );
}

export async function fair(endpoint: Endpoint): Promise<Locker> {
  const client = createClient({ ...options(endpoint, LEASE_MS), wait: streams() });
  const kept = createClient({ ...options(endpoint, KEPT_LEASE_MS), wait: streams() });
  return lockerOf(
    (name) => fairLock(client, name),
    (name) => fairLock(kept, name),
  );
}

/** The smallest bundle: without streams, waiters poll. */
export async function polling(endpoint: Endpoint): Promise<Locker> {
  const client = createClient(options(endpoint, LEASE_MS));
  const kept = createClient(options(endpoint, KEPT_LEASE_MS));
  return lockerOf(
    (name) => lock(client, name),
    (name) => lock(kept, name),
  );
}

/** The lock of two commands, whose waiters poll. */
export async function light(endpoint: Endpoint): Promise<Locker> {
  const locks = createLightLocks(options(endpoint, LEASE_MS));
  const kept = createLightLocks(options(endpoint, KEPT_LEASE_MS));
  return lockerOf(
    (name) => locks.lock(name),
    (name) => kept.lock(name),
  );
}
