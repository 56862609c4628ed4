// A watchdog in this process: like LeaseWatchdog on Cloudflare, with a timer in place of the alarm and memory in place
// of storage. It shows that handOff depends on the Watchdog interface alone, and runs it in Node.

import type { KeptLease } from "../../src/edge/durable-object/kept-lease.ts";
import { LeaseKeeper } from "../../src/edge/durable-object/lease-keeper.ts";
import type { AlarmClock } from "../../src/edge/durable-object/set-alarm.ts";
import type { Entrusted, EntrustedId, EntrustReply, EntrustRequest, HandOffStatus, Watchdog } from "../../src/index.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import { keptHoldsOf } from "../../src/lock/watchdog/watchdog.ts";
import type { Endpoint } from "./rest.ts";

interface Kept {
  readonly hold: Omit<Entrusted, "leaseMs" | "maxHoldMs" | "requestId">;
  readonly joinedAt: number;
  /** Deadlines, by the id of the request. */
  readonly requests: Map<string, number>;
  leaseMs: number;
}

export function processWatchdog(redis: Endpoint): Watchdog {
  const rows = new Map<string, Kept>();
  const ends = new Map<string, HandOffStatus>();
  const takenBack = new Set<string>();
  const keeper = new LeaseKeeper(
    upstashPort(redis),
    timerAlarm((at) => keeper.onAlarm(at)),
    {
      onRenewed() {},
      onFailing() {},
      onEnd({ id }, state) {
        rows.delete(id);
        ends.set(id, { state, endedAt: Date.now() });
      },
    },
  );

  function leaseOf(id: string, { hold, joinedAt, requests, leaseMs }: Kept): KeptLease {
    return { id, hold: { ...hold, leaseMs }, joinedAt, deadline: Math.max(...requests.values()), fixed: false };
  }

  return {
    async entrust({ requestId, maxHoldMs, leaseMs, ...hold }: Entrusted): Promise<EntrustReply> {
      const id = idOf(hold);
      const unconfirmed = { kind: "unconfirmed", problem: "taken back" } as const;
      if (takenBack.has(requestId)) return unconfirmed;
      const row = rows.get(id) ?? { hold, joinedAt: Date.now(), requests: new Map<string, number>(), leaseMs };
      rows.set(id, row);
      if (!row.requests.has(requestId)) row.requests.set(requestId, Date.now() + maxHoldMs);
      row.leaseMs = leaseMs;
      const { deadline } = leaseOf(id, row);
      const reply = await keeper.renewAndKeep(leaseOf(id, row));
      if (typeof reply !== "number") return { kind: "ended", end: reply ?? "lost" };
      if (takenBack.has(requestId)) {
        if (row.requests.size === 0) keeper.forget(id);
        return unconfirmed;
      }
      await keeper.arm();
      const leftMs = deadline - Date.now();
      return { kind: "kept", leaseMs: Math.min(leaseMs, leftMs), maxHoldMs: leftMs, deadline };
    },
    async withdraw({ requestId, ...named }: EntrustRequest): Promise<void> {
      const id = idOf(named);
      const row = rows.get(id);
      takenBack.add(requestId);
      row?.requests.delete(requestId);
      if (row === undefined) return;
      if (row.requests.size > 0) return keeper.keep(leaseOf(id, row));
      rows.delete(id);
      keeper.forget(id);
    },
    async status(named: EntrustedId): Promise<HandOffStatus> {
      const id = idOf(named);
      await keeper.look(id);
      const lease = keeper.get(id);
      if (lease === undefined) return ends.get(id) ?? { state: "unknown" };
      return { state: "kept", deadline: lease.deadline, label: lease.hold.label };
    },
    keptHolds: async ({ key }) =>
      keptHoldsOf(keeper.ofLock(key).map(({ hold, deadline }) => ({ owner: hold.owner, deadline }))),
  };
}

/** Behaves like a Durable Object's alarm: one at a time, and unset when it starts to run. */
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
        run(at);
      };
      set = { at, timer: setTimeout(ring, at - Date.now()) };
    },
  };
}

function idOf({ key, owner, holdId }: EntrustedId): string {
  return `${owner}|${holdId}|${key}`;
}
