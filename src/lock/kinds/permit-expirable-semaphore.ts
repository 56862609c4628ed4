// The permit-expirable semaphore: Redisson's RPermitExpirableSemaphore (getPermitExpirableSemaphore), its counter,
// leases, channel and payloads.

import { InvalidOptionError } from "../../base/errors.ts";
import { showsAs } from "../../base/printing.ts";
import { wholeNumber } from "../../base/validate.ts";
import { type Client, contextOf } from "../client.ts";
import { type ClientContext, inspectionOf } from "../hold/client-context.ts";
import { type ReleaseResult, releaseResult } from "../hold/held.ts";
import { type LockName, lockName } from "../keys.ts";
import { permitStatusCall, releaseListCall, releasePermitsCall, setPermitsCall } from "../lua/permit-expirable.ts";
import type { LeaseOptions, ResolvedAcquireOptions } from "../options.ts";
import { resolvePermits, type SemaphoreOptions } from "./initial-permits.ts";
import { LeasedPermits, type PermitCalls } from "./leased-permits.ts";
import type { Permit } from "./permit.ts";
import { checkedId, manyPermits, onePermit } from "./permit-kinds.ts";

const MOST_AT_ONCE = 1_000;

/** A semaphore whose permits have ids and leases. Making one costs nothing and sends nothing. */
export interface PermitExpirableSemaphore extends Pick<ExpirableSemaphore, keyof ExpirableSemaphore> {}

/**
 * Returns the semaphore of this name, whose permits have ids and leases: the permit of a crashed taker returns when its
 * lease ends. Redisson's `getPermitExpirableSemaphore(name)`.
 * @param client the client from `createClient`, or the locks from `createLocks`
 * @param name the semaphore's name, without the prefix
 * @param options `permits`: the number to set when an acquire finds none set, 1 to 2,147,483,647; default: none
 * @returns the semaphore
 * @throws INVALID_OPTION when `client`, `name` or `permits` is wrong
 * @example
 * await using permit = await permitExpirableSemaphore(client, "imports", { permits: 3 }).acquire();
 */
export function permitExpirableSemaphore(
  client: Client,
  name: string,
  options?: SemaphoreOptions,
): PermitExpirableSemaphore {
  const context = contextOf(client);
  return new ExpirableSemaphore(context, lockName(context.options.prefix, name), options);
}

export class ExpirableSemaphore extends LeasedPermits {
  readonly #key: string;

  /** @internal */
  constructor(client: ClientContext, name: LockName, options?: SemaphoreOptions) {
    const { key } = name;
    const calls: PermitCalls = {
      one: onePermit,
      change: (change, permits) => setPermitsCall(key, change, permits, crypto.randomUUID()),
      status: () => permitStatusCall(key),
      inspect: () => inspectionOf(client).permits(client, name),
    };
    super(client, name, calls, resolvePermits(options));
    this.#key = key;
  }

  /**
   * Acquires several permits, all or none: Redisson's `acquire(permits)`. Each is a permit of its own, with its own id,
   * renewals and release.
   * @param permits 1 to 1,000
   * @param options the options of `acquire`
   * @returns the permits
   * @throws the errors of `acquire`
   * @example
   * const permits = await locks.permitExpirableSemaphore("imports").acquireMany(2);
   */
  async acquireMany(permits: number, options?: LeaseOptions): Promise<Permit[]> {
    const many = wholeNumber("permits", permits ?? null, { from: 1, to: MOST_AT_ONCE, fallback: 1 });
    return this.acquireNew(() => manyPermits(many), this.resolve(options));
  }

  /**
   * Gives permits back by their ids, wherever they were acquired: Redisson's `tryRelease`. Costs one request. It
   * releases all of them or none. For a single id, repeated calls return the same result.
   * @param ids one id, or 1 to 1,000 of them: 32 lower-case hex digits each
   * @returns the outcome: "released", or "expired" when one of them is not leased
   * @throws INVALID_OPTION when `ids` is malformed; the errors of `getPermits`
   * @example
   * const { outcome } = await locks.permitExpirableSemaphore("imports").release(permit.id);
   */
  async release(ids: string | readonly string[]): Promise<ReleaseResult> {
    if (typeof ids === "string") {
      const call = releasePermitsCall({ key: this.#key, ids: [checkedId(ids)] });
      return releaseResult((await this.ask("release a permit of", call)).end);
    }
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_AT_ONCE) {
      throw new InvalidOptionError("ids", `must be the id of a permit, or 1 to ${MOST_AT_ONCE} of them`);
    }
    const call = releaseListCall(this.#key, [...new Set(ids.map(checkedId))], crypto.randomUUID());
    return releaseResult((await this.ask("release permits of", call)) ? "released" : "lost");
  }

  /** @internal */
  protected override resolve(...[options, ...how]: Parameters<LeasedPermits["resolve"]>): ResolvedAcquireOptions {
    if (typeof options === "number") {
      throw new InvalidOptionError("options", "must be an object: acquireMany(permits, options) takes several permits");
    }
    return super.resolve(options, ...how);
  }
}
showsAs(ExpirableSemaphore, "PermitExpirableSemaphore", ({ name }) => ({ name }));
