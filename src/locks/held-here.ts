// Whether a lock that was refused is held by the very client that asked: then it waits for its own program.
import type { Refusal } from "../wait/acquire-loop.ts";
import type { Acquirable, Client } from "./kind.ts";

/** The keys that a hold of this kind is on, as far as they are this client's. */
export function keysOfHold(client: Client, kind: Acquirable<unknown>, key: string): readonly string[] {
  return keysIn(client, kind, key).flatMap((own) => own ?? []);
}

/** What LOCK_BUSY advises when this client has the lock that was refused; undefined when it has not, by all that it knows. */
export function adviceWhenHeldHere(
  client: Client,
  kind: Acquirable<unknown>,
  key: string,
  { remainingMs, member }: Refusal,
): string | undefined {
  // -2: it is free, and others come first.
  if (kind.heldHere === undefined || remainingMs === -2) return undefined;
  const keys = keysIn(client, kind, key);
  const busy = member === undefined ? keys : keys.slice(member, member + 1);
  return busy.some((own) => own !== undefined && client.openWork.holds(own)) ? kind.heldHere : undefined;
}

function keysIn(client: Client, kind: Acquirable<unknown>, key: string): readonly (string | undefined)[] {
  return kind.keysOf?.(client) ?? [key];
}
