// A watchdog in the process of a test: like LeaseWatchdog on Cloudflare, with a timer in place of the alarm, and memory
// in place of storage.
import { epochNowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import { unrefTimer } from "../../base/timers.ts";
import type { AlarmClock } from "../../lock/keeper/alarm.ts";
import type { KeptLease } from "../../lock/keeper/kept-lease.ts";
import { LeaseKeeper } from "../../lock/keeper/lease-keeper.ts";
import { isRedisPort, type RedisPort } from "../../lock/redis/port.ts";
import {
  type Entrusted,
  type EntrustedId,
  type EntrustReply,
  type EntrustRequest,
  type HandOffStatus,
  type KeptHolds,
  keptHoldsOf,
  type Watchdog,
} from "../../lock/watchdog/watchdog.ts";

interface TestHold {
  readonly hold: Omit<Entrusted, "leaseMs" | "maxHoldMs" | "requestId">;
  readonly joinedAt: number;
  /** Deadlines, by the id of the request. */
  readonly requests: Map<string, number>;
  leaseMs: number;
}

/** The request of a hand-off that has no confirmation. */
const UNCONFIRMED = { kind: "unconfirmed", problem: "taken back" } as const;

/**
 * Makes a watchdog in this process, which renews the holds that `handOff` gives it. It uses timers, so it works on fake
 * time. It ends with the process, and does not keep it alive.
 * @param redis the database of the holds: the `redis` of `createTestLocks`, or an object with the `port` of another
 * @returns the watchdog, for `createLocks` and `redis.locks`
 * @throws INVALID_OPTION when `redis` has no port
 * @example
 * const { redis } = createTestLocks();
 * const locks = redis.locks({ watchdog: testWatchdog(redis) });
 * const held = await locks.lock("import:7").acquire();
 * await held.handOff({ maxHoldMs: 1_800_000 });
 */
export function testWatchdog(redis: { readonly port: RedisPort }): Watchdog {
  const { port } = Object(redis);
  if (!isRedisPort(port)) throw new InvalidOptionError("redis", "must be the redis of createTestLocks, or { port }");
  return new ProcessWatchdog(port);
}

class ProcessWatchdog implements Watchdog {
  readonly #rows = new Map<string, TestHold>();
  readonly #ends = new Map<string, HandOffStatus>();
  readonly #takenBack = new Set<string>();
  readonly #keeper: LeaseKeeper;

  constructor(port: RedisPort) {
    const alarm = timerAlarm((at) => this.#keeper.onAlarm(at));
    this.#keeper = new LeaseKeeper(port, alarm, {
      onRenewed() {},
      onFailing() {},
      onEnd: ({ id }, state) => {
        this.#rows.delete(id);
        this.#ends.set(id, { state, endedAt: epochNowMs() });
      },
    });
  }

  async entrust({ requestId, maxHoldMs, leaseMs, ...hold }: Entrusted): Promise<EntrustReply> {
    const id = idOf(hold);
    if (this.#takenBack.has(requestId)) return UNCONFIRMED;
    const row = this.#rows.get(id) ?? { hold, joinedAt: epochNowMs(), requests: new Map<string, number>(), leaseMs };
    this.#rows.set(id, row);
    if (!row.requests.has(requestId)) row.requests.set(requestId, epochNowMs() + maxHoldMs);
    row.leaseMs = leaseMs;
    const lease = leaseOf(id, row);
    const reply = await this.#keeper.renewAndKeep(lease);
    if (typeof reply !== "number") return { kind: "ended", end: reply ?? "lost" };
    if (this.#takenBack.has(requestId)) {
      if (row.requests.size === 0) this.#keeper.forget(id);
      return UNCONFIRMED;
    }
    await this.#keeper.arm();
    const leftMs = lease.deadline - epochNowMs();
    return { kind: "kept", leaseMs: Math.min(leaseMs, leftMs), maxHoldMs: leftMs, deadline: lease.deadline };
  }

  async withdraw({ requestId, ...named }: EntrustRequest): Promise<void> {
    const id = idOf(named);
    const row = this.#rows.get(id);
    this.#takenBack.add(requestId);
    row?.requests.delete(requestId);
    if (row === undefined) return;
    if (row.requests.size > 0) return this.#keeper.keep(leaseOf(id, row));
    this.#rows.delete(id);
    this.#keeper.forget(id);
  }

  async status(named: EntrustedId): Promise<HandOffStatus> {
    const id = idOf(named);
    await this.#keeper.look(id);
    const lease = this.#keeper.get(id);
    if (lease === undefined) return this.#ends.get(id) ?? { state: "unknown" };
    return { state: "kept", deadline: lease.deadline, label: lease.hold.label };
  }

  async keptHolds({ key }: Pick<Entrusted, "key">): Promise<KeptHolds> {
    return keptHoldsOf(this.#keeper.ofLock(key).map(({ hold, deadline }) => ({ owner: hold.owner, deadline })));
  }
}

function leaseOf(id: string, { hold, joinedAt, requests, leaseMs }: TestHold): KeptLease {
  return { id, hold: { ...hold, leaseMs }, joinedAt, deadline: Math.max(...requests.values()), fixed: false };
}

/** @internal Behaves like a Durable Object's alarm: one at a time, and unset when it starts to run. */
export function timerAlarm(run: (at: number) => Promise<void>): AlarmClock {
  let set: { at: number; timer: ReturnType<typeof setTimeout> } | undefined;
  const clear = (): void => {
    clearTimeout(set?.timer);
    set = undefined;
  };
  return {
    getAlarm: async () => set?.at ?? null,
    deleteAlarm: async () => clear(),
    async setAlarm(at) {
      clear();
      const ring = (): void => {
        set = undefined;
        void run(at);
      };
      set = { at, timer: unrefTimer(ring, at - epochNowMs()) };
    },
  };
}

function idOf({ key, owner, holdId }: EntrustedId): string {
  return `${owner}|${holdId}|${key}`;
}
