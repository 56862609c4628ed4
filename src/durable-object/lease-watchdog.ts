// The watchdog as a Durable Object: renews what was handed off, from its alarm, until release, loss or deadline.
import { DurableObject } from "cloudflare:workers";
import { isLockError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { type RedisEndpoint, resolveHandOff, type UpstashClient } from "../options.ts";
import { resolveEndpoint } from "../redis/endpoint.ts";
import { upstashPort } from "../redis/upstash.ts";
import type { Entrusted, EntrustedId, EntrustReply, HandOffStatus, Watchdog } from "../watchdog/watchdog.ts";
import { AFTER_FAILURE_MS } from "./alarm-clock.ts";
import { idOf } from "./hold-columns.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import { LeaseRows, type StoredLease } from "./lease-rows.ts";

/** What LeaseWatchdog reads of the Worker's environment, unless `redis()` is overridden. */
export interface LeaseWatchdogEnv {
  readonly UPSTASH_REDIS_REST_URL?: string;
  readonly UPSTASH_REDIS_REST_TOKEN?: string;
}

/** A lease as `list()` tells it to operators. Instants are epoch ms. */
export interface ListedLease {
  /** The lock's key: prefix and name. */
  readonly key: string;
  readonly owner: string;
  readonly leaseMs: number;
  readonly joinedAt: number;
  readonly deadline: number;
}

/** The watchdog of `held.handOff()`: to be exported by the Worker and bound as a Durable Object namespace. */
export class LeaseWatchdog<Env = LeaseWatchdogEnv> extends DurableObject<Env> implements Watchdog {
  #rows: LeaseRows | undefined;
  #leases: LeaseKeeper | undefined;
  /** Hand-offs under way, by the id of the request: copies of one run side by side. */
  readonly #requests = new Map<
    string,
    { copies: number; confirmed: boolean; readonly before: StoredLease | undefined }
  >();

  /**
   * The database whose locks are kept: by default that of UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN. Override it for
   * other names.
   */
  protected redis(): RedisEndpoint | UpstashClient {
    const { UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "" }: LeaseWatchdogEnv = this.env ?? {};
    return { url, token };
  }

  /** Stores the hold, renews it once, and says so. Called by `held.handOff()`; may be repeated, also at once. */
  async entrust(entrusted: Entrusted): Promise<EntrustReply> {
    const { rows, leases } = this.#open();
    const { key, owner, holdId, epoch, ownerIsNew, requestId } = entrusted;
    const { maxHoldMs, leaseMs } = resolveHandOff({ maxHoldMs: entrusted.maxHoldMs, leaseMs: entrusted.leaseMs });
    const id = idOf(entrusted);
    const over = rows.ended(id);
    // A copy that comes after the end: Redis would say the same.
    if (over.state === "released" || over.state === "lost") return { kind: "ended", end: over.state };
    if (over.state === "expired" && rows.hasEnded(id, requestId))
      return { kind: "unconfirmed", problem: "its deadline has passed" };
    const now = Date.now();
    const before = rows.get(id);
    const request = this.#requests.get(requestId) ?? { copies: 0, confirmed: false, before };
    request.copies += 1;
    this.#requests.set(requestId, request);
    // A repeated request changes nothing; a new one extends, and never shortens.
    const deadline =
      before?.requestId === requestId ? before.deadline : Math.max(before?.deadline ?? 0, now + maxHoldMs);
    const hold: GrantedHold = { key, owner, holdId, epoch, ownerIsNew, leaseMs };
    const lease: StoredLease = { id, hold, joinedAt: before?.joinedAt ?? now, deadline, fixed: false, requestId };
    rows.put(lease);
    // A new one is renewed right below: no alarm has to look after it before.
    leases.keep(
      lease,
      before === undefined ? { renewedAt: now, believedUntil: performance.now() + leaseMs } : undefined,
    );
    try {
      await leases.arm();
      const leftMs = deadline - Date.now();
      const reply = await leases.renewNow(id);
      if (typeof reply === "string") return { kind: "ended", end: reply };
      // Not renewed, because another copy was not answered, or because its deadline has passed.
      if (reply === undefined || leases.get(id) === undefined) return { kind: "unconfirmed", problem: "not kept" };
      request.confirmed = true;
      return { kind: "kept", leaseMs: Math.min(leaseMs, leftMs), maxHoldMs: leftMs, deadline };
    } catch (error) {
      if (request.copies === 1 && !request.confirmed) await this.#withdraw(id, requestId, request.before);
      return { kind: "unconfirmed", problem: isLockError(error) ? error.code : String(error) };
    } finally {
      request.copies -= 1;
      if (request.copies === 0) this.#requests.delete(requestId);
    }
  }

  /** What no copy of a request was confirmed of is not kept, unless a later request has it by now: its holder goes on by itself. */
  async #withdraw(id: string, requestId: string, before: StoredLease | undefined): Promise<void> {
    const { rows, leases } = this.#open();
    if (rows.get(id)?.requestId !== requestId) return;
    if (before === undefined) {
      rows.delete(id);
      leases.forget(id);
    } else {
      rows.put(before);
      leases.keep(before);
    }
    await leases.arm();
  }

  /** What became of a hold that was handed off. A kept one is asked for in Redis. */
  async status(id: EntrustedId): Promise<HandOffStatus> {
    const { rows, leases } = this.#open();
    await leases.arm();
    const lease = leases.get(idOf(id));
    if (lease === undefined) return rows.ended(idOf(id));
    await leases.look(lease.id);
    if (leases.get(lease.id) === undefined) return rows.ended(lease.id);
    return { state: "kept", deadline: lease.deadline };
  }

  /**
   * The leases that are kept, page by page, for operators.
   * @param options `after`: the `next` of the page before; `limit`: 1 to 1,000, default 100
   */
  async list(
    options: { after?: string; limit?: number } = {},
  ): Promise<{ leases: ListedLease[]; next: string | null }> {
    const { rows, leases } = this.#open();
    await leases.arm();
    const limit = Math.min(Math.max(1, Math.floor(options.limit ?? 100)), 1_000);
    const page = rows.open(options.after, limit);
    const next = page.length === limit ? (page.at(-1)?.id ?? null) : null;
    return {
      leases: page.map(({ hold: { key, owner, leaseMs }, joinedAt, deadline }) => {
        return { key, owner, leaseMs, joinedAt, deadline };
      }),
      next,
    };
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    try {
      await this.#open().leases.onAlarm(info?.scheduledTime);
    } catch (error) {
      // Such as a secret that is missing since the last deploy. Thrown, it would be tried six times, and then never again.
      console.error("the watchdog's alarm failed:", error instanceof Error ? error.message : error);
      await this.ctx.storage.setAlarm(Date.now() + AFTER_FAILURE_MS);
    }
  }

  #open(): { rows: LeaseRows; leases: LeaseKeeper } {
    this.#rows ??= new LeaseRows(this.ctx.storage.sql);
    const rows = this.#rows;
    if (this.#leases === undefined) {
      this.#leases = new LeaseKeeper(upstashPort(resolveEndpoint(this.redis())), this.ctx.storage, {
        onRenewed: () => {},
        onFailing: () => {},
        onEnd: ({ id }, end) => rows.end(id, end),
      });
      for (const lease of rows.open()) this.#leases.keep(lease);
    }
    return { rows, leases: this.#leases };
  }
}
