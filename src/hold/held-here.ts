// Whether a refused lock is held by the very client that asked for it: then the call waits for its own program.
import type { Refusal } from "../wait/acquire-loop.ts";
import type { ClientContext } from "./client-context.ts";
import type { Acquirable } from "./kind.ts";

/** The keys of the locks that a hold of this kind holds, without those of other clients. */
export function keysOfHold(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly string[] {
  return keysIn(client, kind, key).flatMap((own) => own ?? []);
}

/** The advice in LOCK_BUSY when this client holds the refused lock; undefined when it does not, as far as it knows. */
export function adviceWhenHeldHere(
  client: ClientContext,
  kind: Acquirable<unknown>,
  key: string,
  { remainingMs, member }: Refusal,
): string | undefined {
  // -2: it is free, and others come first.
  if (kind.heldHere === undefined || remainingMs === -2) return undefined;
  const keys = keysIn(client, kind, key);
  const busy = member === undefined ? keys : keys.slice(member, member + 1);
  return busy.some((own) => own !== undefined && client.closeRegistry.holds(own)) ? kind.heldHere : undefined;
}

function keysIn(client: ClientContext, kind: Acquirable<unknown>, key: string): readonly (string | undefined)[] {
  return kind.keysOf?.(client) ?? [key];
}
