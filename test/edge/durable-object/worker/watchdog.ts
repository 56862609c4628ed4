// The watchdog as a user would export it, with records of its calls and methods for tests.

import type { Entrusted, HandOffStatus } from "leasehound";
import { LeaseWatchdog } from "leasehound/durable-object";
import { idOf } from "../../../../src/edge/durable-object/hold-columns.ts";
import { KeptCounts } from "../../../../src/edge/durable-object/kept-counts.ts";
import { LeaseTable } from "../../../../src/edge/durable-object/lease-table.ts";
import type { Env } from "./env.ts";
import { storyOf, Watched } from "./faults.ts";
import { databaseFor } from "./given-client.ts";

export class Watchdog extends LeaseWatchdog<Env> {
  readonly #watched: Watched;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#watched = new Watched(ctx);
  }

  protected override redis(): ReturnType<LeaseWatchdog["redis"]> {
    const { secretMissing, givesClient } = storyOf(this.ctx.id).faults;
    if (givesClient) return databaseFor(this.ctx.id, this.env);
    return secretMissing ? { url: "", token: "" } : super.redis();
  }

  override entrust(...args: Parameters<LeaseWatchdog["entrust"]>): ReturnType<LeaseWatchdog["entrust"]> {
    return this.#watched.event("entrust", () => super.entrust(...args));
  }

  override status(...args: Parameters<LeaseWatchdog["status"]>): Promise<HandOffStatus> {
    return this.#watched.event("status", () => super.status(...args));
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#watched.alarm(() => super.alarm(info));
  }

  /** Not a contact with its holds: it sets no alarm. */
  async alarmAt(): Promise<{ at: number | null }> {
    return { at: await this.ctx.storage.getAlarm() };
  }

  async stored(): Promise<unknown> {
    return [...this.ctx.storage.sql.exec("SELECT joined_at, deadline FROM leases")][0];
  }

  async rows(): Promise<unknown> {
    return [...this.ctx.storage.sql.exec("SELECT COUNT(*) AS count FROM leases")][0];
  }

  /** Moves stored ends into the past, for the next life of the object. */
  age(ms: number): void {
    this.ctx.storage.sql.exec("UPDATE leases SET ended_at = ended_at - ?", ms);
  }

  /** Restores holds as if they had been entrusted before. */
  restore(leases: readonly Entrusted[], now: number): void {
    const rows = new LeaseTable(this.ctx.storage.sql);
    // The first alarm of an object creates both tables.
    new KeptCounts(this.ctx.storage.sql).forget();
    for (const { requestId, maxHoldMs, ...hold } of leases) {
      const request = { id: requestId, deadline: now + maxHoldMs, leaseMs: hold.leaseMs };
      rows.entrust(idOf(hold), hold, request, now);
    }
  }

  setAlarm(at: number): Promise<void> {
    return this.ctx.storage.setAlarm(at);
  }

  abort(): void {
    this.ctx.abort("the test says so");
  }
}
