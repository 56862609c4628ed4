// handOff with stubs of a Durable Object that break, as those of a namespace do.
import { expect, it } from "vitest";
import type { Entrusted, EntrustReply, LocksOptions, Watchdog } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import type { Stack } from "./stack.ts";

const LEASE_MS = 2_400;
const HAND_OFF = { maxHoldMs: 60_000, leaseMs: LEASE_MS };

const never = new Promise<never>(() => {});
const kept = async ({ leaseMs, maxHoldMs }: Entrusted): Promise<EntrustReply> => {
  return { kind: "kept", leaseMs, maxHoldMs, deadline: Date.now() + maxHoldMs };
};

/** A namespace whose stubs stay broken once they have failed. After `broken` of them, stubs work. */
class Namespace {
  readonly names: string[] = [];
  readonly requests: string[] = [];
  readonly #broken: number;
  readonly #fail: () => Promise<EntrustReply>;

  constructor(broken: number, fail: () => Promise<EntrustReply>) {
    this.#broken = broken;
    this.#fail = fail;
  }

  getByName(name: string): Watchdog {
    return {
      entrust: (entrusted) => {
        this.names.push(name);
        const works = this.names.length > this.#broken;
        this.requests.push(entrusted.requestId);
        return works ? kept(entrusted) : this.#fail();
      },
      withdraw: async () => {},
      status: async () => ({ state: "unknown" }),
    };
  }
}

export function stubScenarios(stack: Stack): void {
  function make(watchdog: NonNullable<LocksOptions["watchdog"]>, leaseMs: number) {
    return createLocks({ redis: stack.gateway, watchdog, leaseMs }).lock(uniqueName());
  }

  it.concurrent("asks a new stub each time, for the same object, with the same request", async () => {
    const namespace = new Namespace(3, () => Promise.reject(Object.assign(new Error("broken"), { retryable: true })));
    await using held = await make(namespace, 20_000).acquire();
    await held.handOff(HAND_OFF);
    expect(namespace.names.length).toBe(4);
    expect(new Set(namespace.names).size).toBe(1);
    expect(new Set(namespace.requests).size).toBe(1);
    await held.release();
  });

  it.concurrent("does not repeat a request to an overloaded object, and leaves the hold with its holder", async () => {
    const namespace = new Namespace(9, () =>
      Promise.reject(Object.assign(new Error("overloaded"), { overloaded: true, retryable: true })),
    );
    const lock = make(namespace, 20_000);
    {
      await using held = await lock.acquire();
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(namespace.names.length).toBe(1);
      expect(await held.check()).toBe(true);
    }
    expect(await lock.isLocked()).toBe(false);
  });

  it.concurrent("stops waiting for a hanging object, and keeps the hold alive meanwhile", async () => {
    const namespace = new Namespace(9, () => never);
    const lock = make(namespace, LEASE_MS);
    {
      await using held = await lock.acquire();
      const keepAlive = held.keepAlive(new BackgroundWork());
      await expect(held.handOff(HAND_OFF)).rejects.toMatchObject({ code: "WATCHDOG_UNREACHABLE" });
      expect(namespace.names.length).toBe(4);
      expect(held.signal.aborted).toBe(false);
      expect(await held.check()).toBe(true);
      keepAlive.stop();
    }
    expect(await lock.isLocked()).toBe(false);
  });
}
