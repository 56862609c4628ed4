// Four programs stay small. The changelog states their limits, so users learn of a raised one.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { bundle } from "../../../scripts/size/bundle.ts";

const changelog = readFileSync("CHANGELOG.md", "utf8").replaceAll(/\s+/g, " ");

it.each([
  ["a plain lock", 'export { createClient, lock } from "leasehound";'],
  ["`createLocks`", 'export { createLocks } from "leasehound";'],
  ["a route of Hono", 'export { lockRoute, locksFromEnv } from "leasehound/hono";'],
  ["a light lock", 'export { createLightLocks } from "leasehound/light";'],
])("%s is as small as the changelog says", async (program, imports) => {
  const [, kB = ""] = new RegExp(`${program} has at most ([\\d.]+) kB`).exec(changelog) ?? [];
  expect((await bundle(imports)).bytes).toBeLessThanOrEqual(Number(kB) * 1_000);
});
