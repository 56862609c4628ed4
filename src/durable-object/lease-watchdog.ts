// The watchdog as a Durable Object: renews what was handed off, from its alarm, until release, loss or deadline.
import { DurableObject } from "cloudflare:workers";
import { InvalidOptionError, isLockError } from "../errors.ts";
import type { GrantedHold } from "../lua/lock/calls.ts";
import { knownMembers, type RedisEndpoint, resolveHandOff, type UpstashClient, wholeNumber } from "../options.ts";
import { resolveEndpoint } from "../redis/endpoint.ts";
import { upstashPort } from "../redis/upstash.ts";
import { evenInstant } from "../watchdog/plan.ts";
import type {
  Entrusted,
  EntrustedId,
  EntrustReply,
  EntrustRequest,
  HandOffStatus,
  Watchdog,
} from "../watchdog/watchdog.ts";
import { afterFailure } from "./alarm-clock.ts";
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

export interface ListOptions {
  /** The `next` of the page before. */
  after?: string | undefined;
  /** Leases in a page: 1 to 1,000, default 100. */
  limit?: number | undefined;
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
    if (rows.hasEnded(id, requestId)) return { kind: "unconfirmed", problem: "this request is over" };
    const now = Date.now();
    const before = rows.get(id);
    const request = this.#requests.get(requestId) ?? { copies: 0, confirmed: false, before };
    request.copies += 1;
    this.#requests.set(requestId, request);
    // A repeated request changes nothing; a new one extends, and never shortens.
    const deadline =
      before?.requestId === requestId ? before.deadline : Math.max(before?.deadline ?? 0, evenInstant(now + maxHoldMs));
    const extended = before !== undefined && (before.extended || before.requestId !== requestId);
    const hold: GrantedHold = { key, owner, holdId, epoch, ownerIsNew, leaseMs };
    const joinedAt = before?.joinedAt ?? now;
    const lease: StoredLease = { id, hold, joinedAt, deadline, fixed: false, requestId, extended };
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
      if (request.copies === 1 && !request.confirmed) await this.#undo(id, requestId, request.before);
      return { kind: "unconfirmed", problem: isLockError(error) ? error.code : String(error) };
    } finally {
      request.copies -= 1;
      if (request.copies === 0) this.#requests.delete(requestId);
    }
  }

  /** Keeps nothing by a request whose caller goes on without. Called by `held.handOff()`, when it was not confirmed. */
  async withdraw(request: EntrustRequest): Promise<void> {
    const { rows, leases } = this.#open();
    const id = idOf(request);
    if (rows.withdraw(id, request.requestId)) leases.forget(id);
    await leases.arm();
  }

  /** What no copy of a request was confirmed of is not kept, unless a later request has it by now: its holder goes on by itself. */
  async #undo(id: string, requestId: string, before: StoredLease | undefined): Promise<void> {
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
   * The leases that are kept, page by page, for operators: what it shows is enough to release them.
   * @throws INVALID_OPTION
   */
  async list(options?: ListOptions): Promise<{ leases: ListedLease[]; next: string | null }> {
    knownMembers("options", options, ["after", "limit"]);
    const limit = wholeNumber("limit", options?.limit, { from: 1, to: 1_000, fallback: 100 });
    const { after } = options ?? {};
    if (after !== undefined && typeof after !== "string") throw new InvalidOptionError("after", "must be a `next`");
    const { rows, leases } = this.#open();
    await leases.arm();
    const page = rows.open(after, limit);
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
      // Not for ever: past all deadlines there is nothing left to keep.
      const { lastDeadline, leaseMs } = this.#storedRows().terms();
      if (lastDeadline > Date.now()) await this.ctx.storage.setAlarm(afterFailure(leaseMs));
    }
  }

  #storedRows(): LeaseRows {
    this.#rows ??= new LeaseRows(this.ctx.storage.sql);
    return this.#rows;
  }

  #open(): { rows: LeaseRows; leases: LeaseKeeper } {
    const rows = this.#storedRows();
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
