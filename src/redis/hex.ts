// Bytes as hexadecimal digits. Node 24 has no `Uint8Array.prototype.toHex`.

export function asHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
