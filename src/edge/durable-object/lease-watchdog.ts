// The watchdog as a Durable Object: its alarm renews handed-off holds until release, loss or deadline.
import { DurableObject } from "cloudflare:workers";
import { epochNowMs } from "../../base/clock.ts";
import { InvalidOptionError, isLockError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { ownMembers, wholeNumber } from "../../base/validate.ts";
import { afterFailure } from "../../lock/keeper/alarm.ts";
import { type KeeperListener, LeaseKeeper } from "../../lock/keeper/lease-keeper.ts";
import { renewManyCall } from "../../lock/lua/lock-many.ts";
import { type RedisEndpoint, resolveHandOff, type UpstashClient } from "../../lock/options.ts";
import type { GrantedHold } from "../../lock/protocol.ts";
import { keyLockingOnUpstash } from "../../lock/redis/key-locking.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import { endpointOrPort } from "../../lock/redis/through-client.ts";
import { portOf } from "../../lock/redis/upstash.ts";
import { batchesOf } from "../../lock/watchdog/renewal-batches.ts";
import { evenInstant } from "../../lock/watchdog/renewal-plan.ts";
import {
  type Entrusted,
  type EntrustedId,
  type EntrustReply,
  type EntrustRequest,
  entrustedHold,
  type HandOffStatus,
  type KeepQuota,
  type KeptHolds,
  keptHoldsOf,
  type Watchdog,
} from "../../lock/watchdog/watchdog.ts";
import { idOf } from "./hold-columns.ts";
import { KeptCounts } from "./kept-counts.ts";
import { LeaseTable, type StoredLease } from "./lease-table.ts";

/** The variables that LeaseWatchdog reads from the Worker's environment, unless `redis()` is overridden. */
export interface LeaseWatchdogEnv {
  readonly UPSTASH_REDIS_REST_URL?: string;
  readonly UPSTASH_REDIS_REST_TOKEN?: string;
}

/** A lease in the result of `list()`, for operators. Instants are epoch ms. */
export interface ListedLease {
  /** The lock's key: prefix and name. */
  readonly key: string;
  /** The owner, as Redis stores it. */
  readonly owner: string;
  /** The label of the hold; "" when it has none. */
  readonly label: string;
  /** The lease that each renewal sets, in ms. */
  readonly leaseMs: number;
  /** When the hold was handed off, in epoch ms. */
  readonly joinedAt: number;
  /** When the watchdog stops keeping the hold, in epoch ms. */
  readonly deadline: number;
}

/** Options of `LeaseWatchdog.list`. */
export interface ListOptions {
  /** The `cursor` of the previous page. Default: the first page. */
  cursor?: string | undefined;
  /** Leases per page: 1 to 1,000, default 100. */
  limit?: number | undefined;
}

// How long Redis may take to say which counted holds have ended.
const CHECK_MS = 5_000;
const OVER: EntrustReply = { kind: "unconfirmed", problem: "this request has ended", isOver: true };

/**
 * The watchdog of `held.handOff()`. Export it from the Worker, and bind it as a Durable Object namespace.
 * @example
 * export { LeaseWatchdog } from "leasehound/durable-object";
 */
export class LeaseWatchdog<Env = LeaseWatchdogEnv> extends DurableObject<Env> implements Watchdog {
  #rows: LeaseTable | undefined;
  #leases: LeaseKeeper | undefined;
  #counts: KeptCounts | undefined;
  #redis: RedisPort | undefined;
  /** Hand-offs in flight, by the id of the request. Copies of one request may run concurrently. */
  readonly #requests = new Map<string, { copies: number; confirmed: boolean }>();

  /**
   * Called by the platform.
   * @param ctx the object's state
   * @param env the Worker's environment
   */
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    Object.defineProperties(this, {
      // The platform makes these enumerable, so a log of this object would show the secrets of its environment.
      ctx: { enumerable: false },
      env: { enumerable: false },
      // RPC can call any method of a class, even protected ones, but no own property of an object. Callers with the
      // binding must not get the token.
      redis: { value: this.redis, configurable: true, writable: true },
    });
  }

  /**
   * Returns the database whose locks are kept. Default: UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN; override
   * it for other names.
   * @returns the url and token of the database, or an @upstash/redis client, which then sends the requests
   * @example
   * export class Watchdog extends LeaseWatchdog<{ REDIS_TOKEN: string }> {
   *   protected override redis() {
   *     return { url: "https://example.upstash.io", token: this.env.REDIS_TOKEN };
   *   }
   * }
   */
  protected redis(): RedisEndpoint | UpstashClient {
    const { UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "" }: LeaseWatchdogEnv = this.env ?? {};
    return { url, token };
  }

  /**
   * Stores a hold and renews it once. Called by `held.handOff()`; may be repeated, even concurrently.
   * @param entrusted the hold, the lease of each renewal, and how long to keep it
   * @returns whether it is kept, or why not
   */
  async entrust(entrusted: Entrusted): Promise<EntrustReply> {
    const { rows, leases } = this.#open();
    const { requestId } = entrusted;
    const { maxHoldMs, leaseMs } = resolveHandOff({ maxHoldMs: entrusted.maxHoldMs, leaseMs: entrusted.leaseMs });
    const id = idOf(entrusted);
    const hold = holdOf(entrusted, leaseMs);
    const now = epochNowMs();
    const asked = { id: requestId, deadline: evenInstant(now + maxHoldMs), leaseMs };
    const lease = rows.entrust(id, hold, asked, now);
    // A copy that arrives after the release: Redis would answer the same.
    if (lease === "released") return { kind: "ended", end: "released" };
    if (lease === "over") return OVER;
    const request = this.#requests.get(requestId) ?? { copies: 0, confirmed: false };
    request.copies += 1;
    this.#requests.set(requestId, request);
    try {
      const reply = await leases.renewAndKeep(lease);
      // This request or others may have been withdrawn meanwhile, or others added.
      const kept = rows.get(id);
      await this.#keepAsStored(id, kept);
      if (typeof reply !== "number") return { kind: "ended", end: reply ?? "lost" };
      if (kept?.requests.some((known) => known.id === requestId) !== true) return OVER;
      const { deadline } = kept;
      const leftMs = deadline - epochNowMs();
      if (leftMs <= 0) return OVER;
      request.confirmed = true;
      return { kind: "kept", leaseMs: Math.min(reply, leftMs), maxHoldMs: leftMs, deadline };
    } catch (error) {
      // If no copy of this request was confirmed, drop it: the caller keeps renewing by itself.
      if (request.copies === 1 && !request.confirmed) await this.#keepAsStored(id, rows.withdraw(id, requestId, false));
      return { kind: "unconfirmed", problem: isLockError(error) ? error.code : String(error) };
    } finally {
      request.copies -= 1;
      if (request.copies === 0) this.#requests.delete(requestId);
    }
  }

  /**
   * Withdraws a request that was not confirmed, so that nothing is kept because of it. Called by `held.handOff()`.
   * @param request the hold, and the id of the request
   */
  async withdraw(request: EntrustRequest): Promise<void> {
    const id = idOf(request);
    await this.#keepAsStored(id, this.#open().rows.withdraw(id, request.requestId, true));
  }

  /**
   * Counts a hold for the quota of its principal, before it is entrusted to the object that keeps it. If the quota is
   * used up, checks counted holds in Redis, and removes ended ones from the count. Called by `held.handOff()` through
   * the lock API.
   * @param entrusted the hold with its quota
   * @returns "known" if it is counted already; "full" if it is not counted
   */
  async count(entrusted: Entrusted): Promise<"new" | "known" | "full"> {
    const { quota, leaseMs, maxHoldMs } = entrusted;
    if (quota === undefined) return "known";
    const counts = this.#counted();
    const counted = { id: idOf(entrusted), hold: holdOf(entrusted, leaseMs) };
    const add = (): "new" | "known" | "full" => counts.add(quota, counted, epochNowMs() + maxHoldMs);
    let added = add();
    if (added === "full") {
      await this.#dropEnded(quota.of);
      added = add();
    }
    await this.#open().leases.arm();
    return added;
  }

  /**
   * Removes a hold from the count, because it is not kept.
   * @param counted the hold, and its principal
   */
  async uncount(counted: EntrustedId & Pick<KeepQuota, "of">): Promise<void> {
    this.#counted().remove(counted.of, idOf(counted));
  }

  async #dropEnded(of: string): Promise<void> {
    const counts = this.#counted();
    const { redis } = this.#open();
    const batches = batchesOf(
      counts.toCheck(of),
      () => "",
      ({ hold }) => hold.key.length,
    );
    for (const batch of batches) {
      // A renewal to 1 ms extends no lease.
      const call = renewManyCall(
        batch.map(({ hold }) => ({ hold, leaseMs: 1 })),
        0,
      );
      // Without an answer, all of them count.
      const replies = await redis.run(call, { timeoutMs: CHECK_MS }).catch(() => []);
      for (const [at, reply] of replies.entries()) {
        const { id = "" } = batch[at] ?? {};
        if (typeof reply === "number") counts.checked(of, id);
        else counts.remove(of, id);
      }
    }
  }

  async #keepAsStored(id: string, stored: StoredLease | undefined): Promise<void> {
    const { leases } = this.#open();
    const kept = leases.get(id);
    if (stored === undefined) leases.forget(id);
    else if (kept?.deadline !== stored.deadline || kept.hold.leaseMs !== stored.hold.leaseMs) leases.keep(stored);
    await leases.arm();
  }

  /**
   * Returns the state of a handed-off hold. Checks a kept one in Redis.
   * @param id the hold
   * @returns whether it is kept, or how and when that ended
   */
  async status(id: EntrustedId): Promise<HandOffStatus> {
    const { rows, leases } = this.#open();
    await leases.arm();
    const lease = leases.get(idOf(id));
    if (lease === undefined) return rows.ended(idOf(id));
    await leases.look(lease.id);
    if (leases.get(lease.id) === undefined) return rows.ended(lease.id);
    const { deadline, hold } = lease;
    return { state: "kept", deadline, label: hold.label };
  }

  /**
   * Lists the holds of one lock that are kept. Called by `lock.inspect()`.
   * @param lock its key: prefix and name
   * @returns the holds
   */
  async keptHolds(lock: Pick<Entrusted, "key">): Promise<KeptHolds> {
    const { leases } = this.#open();
    await leases.arm();
    return keptHoldsOf(leases.ofLock(lock.key).map(({ hold, deadline }) => ({ owner: hold.owner, deadline })));
  }

  /**
   * Lists the kept leases, page by page, for operators. The result contains all that is needed to release them.
   * @param options `cursor`: that of the previous page, default: the first page; `limit`: leases per page, 1 to 1,000,
   * default 100
   * @returns the leases of this page, and the `cursor` of the next one: undefined after the last page
   * @throws INVALID_OPTION naming the option
   * @example
   * const { leases, cursor } = await env.LEASE_WATCHDOG.getByName("leases-1-of-4").list({ limit: 100 });
   */
  async list(options?: ListOptions): Promise<{ leases: ListedLease[]; cursor: string | undefined }> {
    const own = ownMembers("options", options, ["cursor", "limit"]);
    const limit = wholeNumber("limit", own?.limit, { from: 1, to: 1_000, fallback: 100 });
    const from = own?.cursor;
    if (from !== undefined && typeof from !== "string") throw new InvalidOptionError("cursor", "must be a string");
    const { rows, leases } = this.#open();
    await leases.arm();
    const page = rows.open(from, limit);
    const cursor = page.length === limit ? page.at(-1)?.id : undefined;
    return {
      leases: page.map(({ hold: { key, owner, label = "", leaseMs }, joinedAt, deadline }) => {
        return { key, owner, label, leaseMs, joinedAt, deadline };
      }),
      cursor,
    };
  }

  /**
   * Renews the leases that are due, and sets the next alarm. Called by the platform. Never throws.
   * @param info the platform's facts about this alarm
   */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    try {
      const { leases } = this.#open();
      await leases.onAlarm(info?.scheduledTime);
      // Only ends may remain, for which no renewal sets an alarm.
      await leases.arm();
    } catch (error) {
      // For example, a secret is missing since the last deploy. If thrown, the platform would retry six times, and then
      // never again.
      console.error("the watchdog's alarm failed:", error instanceof Error ? error.message : error);
      // Retries end: after the last deadline nothing is kept, and an hour later nothing is remembered.
      const rows = this.#storedRows();
      rows.forget();
      const { lastDeadline, leaseMs } = rows.terms();
      const next = lastDeadline > epochNowMs() ? afterFailure(leaseMs) : rows.forgetAt();
      if (next !== Number.POSITIVE_INFINITY) await this.ctx.storage.setAlarm(next);
    }
  }

  #counted(): KeptCounts {
    this.#counts ??= new KeptCounts(this.ctx.storage.sql);
    return this.#counts;
  }

  #storedRows(): LeaseTable {
    this.#rows ??= new LeaseTable(this.ctx.storage.sql);
    return this.#rows;
  }

  #open(): { rows: LeaseTable; leases: LeaseKeeper; redis: RedisPort } {
    const rows = this.#storedRows();
    this.#redis ??= keyLockingOnUpstash().portFor(portOf(endpointOrPort(this.redis())));
    if (this.#leases === undefined) {
      const listener: KeeperListener = {
        onRenewed: () => {},
        onFailing: () => {},
        onEnd: ({ id }, end) => rows.end(id, end),
      };
      const counts = this.#counted();
      const forgetting = {
        nextAt: () => Math.min(rows.forgetAt(), counts.forgetAt()),
        onAlarm: async () => {
          rows.forget();
          counts.forget();
        },
      };
      this.#leases = new LeaseKeeper(this.#redis, this.ctx.storage, listener, forgetting);
      for (const lease of rows.open()) this.#leases.keep(lease);
    }
    return { rows, leases: this.#leases, redis: this.#redis };
  }
}

function holdOf(entrusted: Entrusted, leaseMs: number): GrantedHold {
  const { label = "", ...hold } = entrustedHold(entrusted);
  return { ...hold, label, leaseMs };
}

showsAs(LeaseWatchdog, "LeaseWatchdog", () => ({}));
