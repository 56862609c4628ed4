// Seals of messages, as the scripts write them.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { isSealed, newSecret, sealOf } from "../../../src/lock/wait/seal.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const TEXT = "granted a:1 1700000000000 5000 1700000000000";
const SEAL = createHash("sha1")
  .update(SECRET + TEXT + SECRET)
  .digest("hex")
  .slice(0, 20);

it("a seal is half of a digest with the secret at both ends", () => {
  expect(sealOf(SECRET, TEXT)).toBe(SEAL);
  expect(isSealed(SECRET, TEXT, SEAL)).toBe(true);
});

it.each([...SEAL].map((_, at) => at))("a seal whose digit %i is wrong is none", (at) => {
  const wrong = SEAL[at] === "0" ? "1" : "0";
  expect(isSealed(SECRET, TEXT, SEAL.slice(0, at) + wrong + SEAL.slice(at + 1))).toBe(false);
});

it.each([
  ["another text", SECRET, `${TEXT} `, SEAL],
  ["another secret", SECRET.replace("0", "1"), TEXT, SEAL],
  ["no digits", SECRET, TEXT, ""],
  ["a part", SECRET, TEXT, SEAL.slice(0, 19)],
  ["more than all", SECRET, TEXT, `${SEAL}0`],
])("a seal with %s is none", (_, secret, text, seal) => {
  expect(isSealed(secret, text, seal)).toBe(false);
});

it("a secret has 32 digits, and each is another one", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[\da-f]{32}$/);
  expect(new Set(secrets).size).toBe(100);
});
