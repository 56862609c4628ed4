// SHA-1 against known digests, and against that of Node.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha1 } from "../../src/base/sha1.ts";

// The examples of FIPS 180-4 and RFC 3174.
it.each([
  ["", "da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ["abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"],
  ["a".repeat(1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"],
  [
    "0123456701234567012345670123456701234567012345670123456701234567".repeat(10),
    "dea356a2cddd90c7a7ecedc5ebb563934f460452",
  ],
])("the digest of %.20s is known", (text, digest) => {
  expect(sha1(text)).toBe(digest);
});

it("each length up to three blocks has the digest of Node, with all bytes in it", () => {
  for (let length = 0; length <= 192; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
    expect(sha1(String.fromCharCode(...bytes))).toBe(createHash("sha1").update(bytes).digest("hex"));
  }
});
