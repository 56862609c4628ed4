// Converts between texts of JavaScript and byte texts, which have one character for each byte.

const ASCII = /^[\0-\x7f]*$/;
const CHUNK = 4_096;

/** Returns the UTF-8 bytes of a text. */
export function toBytes(text: string): string {
  if (ASCII.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  // A call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return binary;
}

/** Returns the text of UTF-8 bytes. Bytes that are no UTF-8 become U+FFFD, as in the JSON of a REST server. */
export function fromBytes(binary: string): string {
  if (ASCII.test(binary)) return binary;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    Uint8Array.from(binary, (character) => character.charCodeAt(0)),
  );
}
