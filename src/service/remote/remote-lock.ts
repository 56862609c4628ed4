// A lock of a lock API.

import { nowMs } from "../../base/clock.ts";
import { InvalidOptionError } from "../../base/errors.ts";
import type { ClientContext } from "../../lock/hold/client-context.ts";
import type { Held } from "../../lock/hold/held.ts";
import type { InspectedLock } from "../../lock/hold/lock-inspection.ts";
import { checkOwner, chosenOwner, type LockName } from "../../lock/keys.ts";
import { statedHolders } from "../../lock/kinds/freeing.ts";
import type { Lock } from "../../lock/kinds/lock.ts";
import { LockBase } from "../../lock/kinds/lock-base.ts";
import { leaseOfRenewal, type RenewOptions, type StealOptions } from "../../lock/options.ts";
import type { OwnCall } from "../../lock/protocol.ts";
import type { OperationKey, RequestOf } from "../api/contract/contract.ts";
import { isServedName, SERVED_NAMES } from "../api/contract/vocabulary.ts";
import { type Checks, flag, LOCK, text } from "./answer-shapes.ts";
import { apiRequest, sentOnce } from "./api-calls.ts";
import { type LockApi, type ReadAnswer, wholeIn } from "./api-request.ts";
import { kindsOfMode, type RemoteKind } from "./remote-kinds.ts";

/** A client of a lock API. */
export interface RemoteClient extends ClientContext {
  readonly driver: LockApi;
}

export class RemoteLock<Hold extends Held = Held> extends LockBase<Hold, StealOptions> implements Lock<Hold> {
  readonly #client: RemoteClient;
  readonly #kind: RemoteKind<Hold>;

  /** Throws INVALID_OPTION naming "name" for a name that the API does not serve. */
  constructor(client: RemoteClient, kind: RemoteKind<Hold>, name: string) {
    super({ client, kind, ...servedLock(name) });
    this.#client = client;
    this.#kind = kind;
  }

  async isLocked(): Promise<boolean> {
    return (await this.remainingMs()) !== -2;
  }

  async remainingMs(): Promise<number> {
    const asked = this.#request("GET /{name}", { kind: this.#kind.method }, {});
    return wholeIn((await this.ask("read lock", asked)).remainingMs, -2);
  }

  async holdCount(owner: string): Promise<number> {
    this.#kind.ownerToField(checkOwner("owner", owner), this.name);
    const { holders } = await this.inspect();
    const own = holders.filter((holder) => holder.owner === owner && holder.mode === this.#kind.mode);
    return own.reduce((sum, { holds }) => sum + holds, 0);
  }

  async isHeldBy(owner: string): Promise<boolean> {
    return (await this.holdCount(owner)) > 0;
  }

  async inspect(): Promise<InspectedLock> {
    return this.ask("inspect lock", this.#request("GET /{name}/inspect", {}, LOCK));
  }

  async releaseOwner(owner: string): Promise<boolean> {
    const fields = { kind: this.#kind.method, owner: this.#chosen(owner) };
    const sentAt = nowMs();
    const key = crypto.randomUUID();
    // The API may have added the principal to the owner.
    const { owner: released, wasHeld } = await this.ask(
      "release lock",
      this.#request("POST /{name}/release-owner", fields, { owner: text, wasHeld: flag }, key),
    );
    const ended = {
      fields: [released],
      kinds: kindsOfMode(this.#kind.mode),
      sentAt,
      end: "released-elsewhere",
    } as const;
    if (wasHeld) this.#client.closeRegistry.tell(this.name, ended);
    return wasHeld;
  }

  async renewOwner(owner: string, options?: RenewOptions): Promise<boolean> {
    const leaseMs = leaseOfRenewal(options, this.#client.options.leaseMs);
    const fields = {
      ...{ kind: this.#kind.method, owner: this.#chosen(owner) },
      ...(options?.leaseMs !== undefined && { leaseMs }),
    };
    const key = crypto.randomUUID();
    const renewing = this.#request("POST /{name}/renew-owner", fields, { isHeld: flag }, key);
    const { isHeld } = await this.ask("renew lock", renewing);
    // The API does not tell which holds of the owner it renewed: objects here may have former ones.
    return isHeld;
  }

  #chosen(owner: string): string {
    this.#kind.ownerToField(chosenOwner(owner), this.name);
    return owner;
  }

  async forceRelease(): Promise<boolean> {
    const found = await this.inspect();
    if (found.kind === "free") return false;
    const sentAt = nowMs();
    const stated = { kind: this.#kind.method, ...statedHolders(found) };
    const freeing = this.#request("POST /{name}/force-release", stated, { wasLocked: flag });
    const { wasLocked } = await this.ask("free lock", sentOnce(freeing));
    if (wasLocked) this.#client.closeRegistry.tell(this.name, { sentAt, end: "lost" });
    return wasLocked;
  }

  #request<Key extends OperationKey>(
    key: Key,
    fields: RequestOf<Key>,
    shape: Checks,
    idempotencyKey?: string,
  ): OwnCall<ReadAnswer<Key>> {
    return apiRequest(this.#client.driver, key, { name: this.name, fields, key: idempotencyKey }, shape);
  }
}

/** Returns the name as a key, too. Throws INVALID_OPTION naming "name" for one that the API does not serve. */
export function servedLock(name: string): LockName {
  // A URL cannot contain the last two.
  if (typeof name === "string" && isServedName(name) && name !== "." && name !== "..") return { name, key: name };
  throw new InvalidOptionError("name", SERVED_NAMES);
}
