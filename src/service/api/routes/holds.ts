// Renews, checks and releases a hold over HTTP. The hold is a signed text there.
import type { Hono } from "hono";
import { lossOf } from "../../../base/errors.ts";
import { type ClientContext, inspectionOf, runAnswered } from "../../../lock/hold/client-context.ts";
import { lockName } from "../../../lock/keys.ts";
import type { Waiting } from "../../../lock/lua/wanted.ts";
import { serializeHold } from "../../../lock/parts/hold-text.ts";
import type { GrantedHold } from "../../../lock/protocol.ts";
import { type ApiEnv, withinLimit } from "../../access/callers.ts";
import { refused } from "../../access/refusal.ts";
import { MAX_LEASE_MS, MIN_LEASE_MS } from "../contract/limits.ts";
import { conflict, grantorOf, kindOfGranted } from "../hold-texts.ts";
import { type Api, type Asked, serve } from "./serve.ts";

/** The hold that a request is about. */
export interface HoldOfRequest {
  readonly client: ClientContext;
  /** The lock's name in the response. */
  readonly name: string;
  readonly hold: GrantedHold;
}

export function holdRoutes(app: Hono<ApiEnv>, api: Api): void {
  serve(app, api, "POST /{name}/renew", {
    async check(asked) {
      const { client, name, hold } = await holdOfLock(asked);
      withinLimit("leaseMs", asked.fields.leaseMs ?? MIN_LEASE_MS, asked.caller.maxLeaseMs);
      // The locks may have had a longer lease at the grant.
      if (hold.leaseMs <= Math.max(MAX_LEASE_MS, client.options.leaseMs)) return { client, name, hold };
      const facts = { code: "INVALID_OPTION", option: "hold" } as const;
      throw refused(422, '"hold" has a longer lease than may be renewed here', facts);
    },
    async act({ fields }, { client, name, hold }) {
      const { leaseMs = hold.leaseMs } = fields;
      const validUntil = await grantorOf(client, hold, name).renew(serializeHold(hold), { leaseMs });
      return { name, owner: ownerOf(client, hold), hold: fields.hold, leaseMs, validUntil };
    },
  });

  serve(app, api, "POST /{name}/check", {
    check: holdOfLock,
    async act({ fields }, { client, name, hold }) {
      const { leaseMs } = hold;
      const kind = kindOfGranted(client, hold);
      const [{ reply }, waiting] = await Promise.all([
        runAnswered(client, kind.check(hold), leaseMs, ["check the hold on", name]),
        fields.waiters === true ? inspectionOf(client).waiting(client, hold, kind) : undefined,
      ]);
      const owner = ownerOf(client, hold);
      if (reply.kind === "ended") throw lossOf({ lockName: name, owner, end: reply.end });
      const { holdCount, remainingMs } = reply;
      return { name, owner, hold: fields.hold, holdCount, leaseMs, remainingMs, ...(waiting && waitersIn(waiting)) };
    },
  });

  serve(app, api, "POST /{name}/release", {
    check: holdOfLock,
    async act({ fields }, { client, name, hold }) {
      const { outcome, holdCount } = await grantorOf(client, hold, name).release(serializeHold(hold));
      return { name, hold: fields.hold, outcome, holdCount };
    },
  });
}

function waitersIn({ listed, streams, first }: Waiting) {
  const { label: waiterLabel, since: waitingSince } = first;
  return { waitersListed: listed, waitersListening: streams ?? ("unknown" as const), waiterLabel, waitingSince };
}

/**
 * Reads the hold that a request states for the lock of its path. Throws like `HoldTexts.read`, and 409 for a hold of
 * another lock.
 */
export async function holdOfLock(asked: Asked<{ readonly hold: string }>): Promise<HoldOfRequest> {
  const { c, api, caller, name, fields } = asked;
  const client = api.locksOf(c);
  const hold = await api.texts.read(c, client, caller.id, "hold", fields.hold);
  if (hold.key !== lockName(client.options.prefix, name).key) throw conflict("the hold is one of another lock");
  return { client, name, hold };
}

/** Returns the owner of a hold, as named in the response to acquire. */
export function ownerOf(client: ClientContext, hold: GrantedHold): string {
  return kindOfGranted(client, hold).fieldToOwner(hold.owner);
}
