// FNV-1a with 32 bits: a hash that spreads texts evenly enough, and is the same everywhere. Not for secrets.

/** Returns the hash of a text, from 0 to 2^32 - 1. `from`: the hash of the text before it. */
export function fnv1a(text: string, from: number = 0x811c9dc5): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
