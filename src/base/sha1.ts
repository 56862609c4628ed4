// SHA-1 of a byte text: each character is a byte. It is synchronous, unlike that of WebCrypto: while a digest is awaited,
// messages and scripts would overtake each other.

const STARTS = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const ROUNDS = 80;

/** Returns the digest as 40 hexadecimal digits. */
export function sha1(text: string): string {
  const blocks = padded(text);
  const schedule = new Uint32Array(ROUNDS);
  const state = Uint32Array.from(STARTS);
  for (let block = 0; block < blocks.length; block += 16) {
    for (let i = 0; i < ROUNDS; i += 1) {
      const word = (back: number): number => schedule[i - back] ?? 0;
      schedule[i] = i < 16 ? (blocks[block + i] ?? 0) : left(word(3) ^ word(8) ^ word(14) ^ word(16), 1);
    }
    mix(state, schedule);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/** Returns the text, a bit, zeros, and the length in bits, as words of 32 bits. */
function padded(text: string): Uint32Array {
  const { length } = text;
  const words = new Uint32Array((((length + 8) >> 6) + 1) * 16);
  const put = (byte: number, at: number): void => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at & 3) * 8));
  };
  for (let at = 0; at < length; at += 1) put(text.charCodeAt(at), at);
  put(0x80, length);
  words[words.length - 1] = length * 8;
  return words;
}

function mix(state: Uint32Array, schedule: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (const [i, word] of schedule.entries()) {
    const next = (left(a, 5) + chosen(i, b, c, d) + e + word) | 0;
    [a, b, c, d, e] = [next, a, left(b, 30), c, d];
  }
  for (const [i, word] of [a, b, c, d, e].entries()) state[i] = (state[i] ?? 0) + word;
}

/** Returns the function of a round, with its constant. */
function chosen(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function left(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
