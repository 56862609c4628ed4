// The permits of a semaphore of a lock API.

import { showsAs } from "../../base/printing.ts";
import { runAnswered } from "../../lock/hold/client-context.ts";
import { HeldLock } from "../../lock/hold/held-lock.ts";
import type { HoldKind } from "../../lock/hold/kind.ts";
import type { InspectedPermits } from "../../lock/hold/lock-inspection.ts";
import { resolvePermits, type SemaphoreOptions } from "../../lock/kinds/initial-permits.ts";
import { LeasedPermits, METHOD, OF_PERMITS } from "../../lock/kinds/leased-permits.ts";
import { HeldPermit, type Permit } from "../../lock/kinds/permit.ts";
import type { OwnCall, PermitChange, PermitStatus } from "../../lock/protocol.ts";
import { acquiring, betweenAttempts, cancelling } from "./acquiring.ts";
import { flag, PERMITS } from "./answer-shapes.ts";
import { apiRequest, checking, releasing, renewing, wanting } from "./api-calls.ts";
import type { LockApi } from "./api-request.ts";
import { type RemoteClient, servedLock } from "./remote-lock.ts";

/** A semaphore of a lock API, whose permits have ids and leases. Making one costs nothing and sends nothing. */
export interface RemoteSemaphore extends Pick<RemotePermits, keyof RemotePermits> {}

const CHANGES = { set: "set", try: "set-if-unset", add: "add" } as const;

export class RemotePermits extends LeasedPermits {
  /** @internal Throws INVALID_OPTION naming the option. */
  constructor(client: RemoteClient, name: string, options?: SemaphoreOptions) {
    const {
      driver: api,
      options: { leaseMs },
    } = client;
    const kind = permitKind(api, resolvePermits(options));
    const inspecting = (): OwnCall<InspectedPermits> =>
      apiRequest(api, "GET /{name}/permits", { name, fields: {} }, PERMITS);
    super(client, servedLock(name), {
      one: () => kind,
      change: (change, permits) => changingPermits(api, name, change, permits),
      status: () => ({ send: async (limits) => statusIn(await inspecting().send(limits)) }),
      inspect: async () => {
        const act = ["inspect semaphore", name] as const;
        return (await runAnswered(client, inspecting(), leaseMs, act)).reply;
      },
    });
  }
}
showsAs(RemotePermits, "RemoteSemaphore", ({ name }) => ({ name }));

function permitKind(api: LockApi, permits: number | undefined): HoldKind<Permit> {
  const kind: HoldKind<Permit> = {
    ...OF_PERMITS,
    id: METHOD,
    acquire: (hold, last, _, leftMs) => acquiring(api, METHOD, hold, { last, leftMs, permits }),
    waiting: (wait) => betweenAttempts(api, wait),
    cancel: (hold) => cancelling(api, hold),
    renew: (hold) => renewing(api, hold),
    check: (hold) => checking(api, hold),
    release: (hold) => releasing(api, hold),
    wanted: wanting(api),
    held: (client, grant) => new HeldPermit(grant.hold.owner, new HeldLock(client, kind, grant)),
  };
  return kind;
}

function changingPermits(api: LockApi, name: string, change: PermitChange, permits: number): OwnCall<boolean> {
  // All copies have one key, so they change the number once.
  const key = crypto.randomUUID();
  const fields = { change: CHANGES[change], permits };
  const call = apiRequest(api, "POST /{name}/set-permits", { name, fields, key }, { changed: flag });
  return { send: async (limits) => (await call.send(limits)).changed };
}

function statusIn({ isSet, available, leaseCount }: InspectedPermits): PermitStatus {
  return { isSet, available, leased: leaseCount };
}
