// Bytes: in chunks, and as text.

/** Joins the chunks of a body. `size`: their length in all, bytes. */
export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Returns bytes as text for URLs, headers and JSON: base64url without padding (RFC 4648, section 5). */
export function asBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Throws for text that is not base64url. Several texts may decode to the same bytes, because the last character has
 * spare bits.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** Returns bytes as hexadecimal digits. Node 24 has no `Uint8Array.prototype.toHex`. */
export function asHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
