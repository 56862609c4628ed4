// Who holds a busy lock, and whether it is the client that asks: the call then waits for its own program.
import type { LockHolder } from "../errors.ts";
import type { HolderReply } from "../lua/lock/about.ts";
import type { Refusal } from "../wait/group-member.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

/** Returns the keys of the locks that a hold of this kind holds, without those of other clients. */
export function keysOfHold(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly string[] {
  return keysIn(client, kind, key).flatMap((own) => own ?? []);
}

/** Returns the advice for LOCK_BUSY if this client holds the refused lock, as far as it knows. Otherwise undefined. */
export function adviceWhenHeldHere(
  client: ClientContext,
  kind: Acquirable<unknown>,
  key: string,
  { remainingMs, member }: Refusal,
): string | undefined {
  // -2: the lock is free, but others come first.
  if (kind.heldHere === undefined || remainingMs === -2) return undefined;
  const keys = keysIn(client, kind, key);
  const busy = member === undefined ? keys : keys.slice(member, member + 1);
  return busy.some((own) => own !== undefined && client.closeRegistry.holds(own)) ? kind.heldHere : undefined;
}

/** Returns the holder that a refusal told, if it did. */
export function holderOf(kind: Acquirable<unknown>, told: HolderReply | undefined): LockHolder | undefined {
  return told && { owner: kind.fieldToOwner(told.field), label: told.label, since: told.since };
}

function keysIn(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly (string | undefined)[] {
  return kind.keysOf?.(client) ?? [key];
}
