// A watchdog in this process: what LeaseWatchdog is on Cloudflare, with a timer in place of the alarm and memory in place of
// storage. It shows that what is promised of handOff hangs on the Watchdog interface alone, and runs it in Node.
import type { AlarmClock } from "../../src/durable-object/alarm-clock.ts";
import type { KeptLease } from "../../src/durable-object/kept-lease.ts";
import { LeaseKeeper } from "../../src/durable-object/lease-keeper.ts";
import type { Entrusted, EntrustedId, EntrustReply, EntrustRequest, HandOffStatus, Watchdog } from "../../src/index.ts";
import { upstashPort } from "../../src/redis/upstash.ts";
import type { Endpoint } from "./rest.ts";

interface Kept extends KeptLease {
  readonly requestId: string;
  readonly extended: boolean;
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

  return {
    async entrust({ requestId, maxHoldMs, leaseMs, ...named }: Entrusted): Promise<EntrustReply> {
      if (takenBack.has(requestId)) return { kind: "unconfirmed", problem: "taken back" };
      const id = idOf(named);
      const now = Date.now();
      const before = rows.get(id);
      const repeated = before?.requestId === requestId;
      const deadline = repeated ? before.deadline : Math.max(before?.deadline ?? 0, now + maxHoldMs);
      const joinedAt = before?.joinedAt ?? now;
      const extended = before !== undefined && (before.extended || !repeated);
      const lease: Kept = { id, hold: { ...named, leaseMs }, joinedAt, deadline, fixed: false, requestId, extended };
      rows.set(id, lease);
      keeper.keep(lease);
      await keeper.arm();
      const reply = await keeper.renewNow(id);
      if (typeof reply !== "number") return { kind: "ended", end: reply ?? "lost" };
      const leftMs = deadline - now;
      return { kind: "kept", leaseMs: Math.min(leaseMs, leftMs), maxHoldMs: leftMs, deadline };
    },
    async withdraw({ requestId, ...named }: EntrustRequest): Promise<void> {
      const id = idOf(named);
      const lease = rows.get(id);
      if (lease !== undefined && (lease.requestId !== requestId || lease.extended)) return;
      takenBack.add(requestId);
      rows.delete(id);
      keeper.forget(id);
    },
    async status(named: EntrustedId): Promise<HandOffStatus> {
      const id = idOf(named);
      await keeper.look(id);
      const lease = keeper.get(id);
      return lease === undefined ? (ends.get(id) ?? { state: "unknown" }) : { state: "kept", deadline: lease.deadline };
    },
  };
}

/** As a Durable Object's: one at a time, over when it has begun to run. */
function timerAlarm(run: (at: number) => Promise<void>): AlarmClock {
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
