// The seal of a message that grants a lock. A waiter draws a secret, which only its standing request has. The script
// that grants the lock reads the request, and seals the message. So nobody who only hears or publishes messages can
// change one, or write another.
import { asHex } from "../../base/bytes.ts";
import { sha1 } from "../../base/sha1.ts";

const SECRET_BYTES = 16;
const SEAL_DIGITS = 20;

/** Returns a secret of 32 hexadecimal digits. */
export function newSecret(): string {
  return asHex(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Returns the seal of a text, as tell_granted() of lib/waiters.lua. Each character of both is a byte. */
export function sealOf(secret: string, text: string): string {
  return sha1(secret + text + secret).slice(0, SEAL_DIGITS);
}

/** Compares all digits, so that the time does not show how many are right. */
export function isSealed(secret: string, text: string, seal: string): boolean {
  const right = sealOf(secret, text);
  let difference = right.length ^ seal.length;
  for (let at = 0; at < right.length; at += 1) difference |= right.charCodeAt(at) ^ seal.charCodeAt(at);
  return difference === 0;
}
