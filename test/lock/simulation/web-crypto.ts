// The part of `crypto.subtle` that the service of locks uses, with promises that are settled at once. Threads settle those
// of the real one, so their order would depend on the machine.
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

const HASHES: Readonly<Record<string, string>> = { "SHA-1": "sha1", "SHA-256": "sha256" };

/** A key: its bytes. */
interface Key {
  readonly bytes: Uint8Array;
}

function hashOf(name: string): string {
  const found = HASHES[name];
  if (found === undefined) throw new Error(`the simulation has no ${name}`);
  return found;
}

function hmac({ bytes }: Key, data: Uint8Array): Uint8Array {
  return createHmac("sha256", bytes).update(data).digest();
}

/** Returns a copy, as Web Crypto does. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

export const webCrypto = {
  async digest(name: string, data: Uint8Array): Promise<ArrayBuffer> {
    return bufferOf(createHash(hashOf(name)).update(data).digest());
  },
  async importKey(_format: "raw", bytes: Uint8Array): Promise<Key> {
    return { bytes: Uint8Array.from(bytes) };
  },
  async deriveBits(
    { salt, info }: { readonly salt: Uint8Array; readonly info: Uint8Array },
    { bytes }: Key,
    bits: number,
  ): Promise<ArrayBuffer> {
    return hkdfSync("sha256", bytes, salt, info, bits / 8);
  },
  async sign(_algorithm: "HMAC", key: Key, data: Uint8Array): Promise<ArrayBuffer> {
    return bufferOf(hmac(key, data));
  },
  async verify(_algorithm: "HMAC", key: Key, given: Uint8Array, data: Uint8Array): Promise<boolean> {
    const right = hmac(key, data);
    return given.byteLength === right.length && timingSafeEqual(new Uint8Array(given), right);
  },
};
