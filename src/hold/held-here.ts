// Whether the client that asks for a busy lock holds it itself: the call then waits for its own program.
import type { Refusal } from "../wait/acquire-loop.ts";
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

function keysIn(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly (string | undefined)[] {
  return kind.keysOf?.(client) ?? [key];
}
