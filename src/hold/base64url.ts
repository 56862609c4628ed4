// Bytes as text for URLs, headers and JSON: base64url without padding (RFC 4648, section 5).

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
