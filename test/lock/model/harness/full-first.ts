// A Redis that is full from time to time. A refused script has done nothing, and a copy of it arrives later.
import type { Connection } from "../real.ts";

type Send = (words: string[]) => Promise<unknown>;

/** These take something: a full Redis may refuse them. All others give back, cancel, renew or check. */
export const TAKING =
  /acquire|steal|^fence\/|^refresh\/spend$|^semaphore\/drain$|^request\/try-set$|^permit-expirable\/(set|acquire)$/;

// A full Redis has no room for the result of a flight. A release that finds another hold of its owner prolongs the life
// of the owner state only with room. A script whose clock stands still begins with a write of its own.
const OTHERWISE: readonly string[] = ["flight/finish", "lock/release", "still"];
// One in so many scripts.
const FULL_ONE_IN = 8;
// By hash: whether it takes something.
const isTaking = new Map<string, boolean>();

/** Lets a script be run in a full Redis. */
export function mayBeFull({ name, sha1 }: { readonly name: string; readonly sha1: string }): void {
  if (!OTHERWISE.includes(name)) isTaking.set(sha1, TAKING.test(name));
}

/** Returns the connection, which then fills its Redis for some scripts. */
export function fullFirst(connection: Connection): Connection {
  const send: Send = connection.sendCommand.bind(connection);
  return Object.assign(connection, { sendCommand: sendFull(send) });
}

/**
 * Sends some scripts to a full Redis. A script that takes something is sent again at once, with room. If the full Redis
 * refused it, the caller gets the reply to this copy. Else the caller gets the first reply, and the copy changes
 * nothing. In one connection, no other command runs in between.
 */
function sendFull(send: Send): Send {
  return async (words) => {
    if (!isChosen(words)) return send(words);
    const first = Promise.allSettled([
      send(["CONFIG", "SET", "maxmemory", "1"]),
      send(words),
      send(["CONFIG", "SET", "maxmemory", "0"]),
    ]);
    const again = isTaking.get(words[1] ?? "") ? send(words) : undefined;
    again?.catch(() => {});
    const [, full] = await first;
    if (full.status === "fulfilled") return full.value;
    if (again !== undefined && String(full.reason).includes("OOM ")) return again;
    throw full.reason;
  };
}

/** Chooses by the words, without the nonce, so that a walk is the same each time. */
function isChosen([command = "", sha1 = "", count = "", ...rest]: string[]): boolean {
  if (command !== "EVALSHA" || !isTaking.has(sha1)) return false;
  const text = rest.toSpliced(Number(count), 1).join(" ");
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 65_521;
  return sum % FULL_ONE_IN === 0;
}
