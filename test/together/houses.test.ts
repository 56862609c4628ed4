// The houses of src may import each other in one direction only, and few of them may import outside packages.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

// Each house, or file beside the houses, and the houses that it may import.
const HOUSES: Readonly<Record<string, readonly string[]>> = {
  "src/base": [],
  "src/lock": ["src/base"],
  "src/index.ts": ["src/base", "src/lock"],
  "src/engine": ["src/base", "src/lock"],
  "src/edge": ["src/base", "src/lock"],
  "src/service": ["src/base", "src/lock", "src/edge"],
  // The command finds a redis-server as the set-up of this repository does.
  "src/tools": ["src/base", "src/lock", "src/engine", "src/service", "src/index.ts", "scripts/setup"],
};
const IMPORT = /^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const files = globSync("{src,scripts}/**/*.{ts,tsx,js}", { exclude: (path) => path.includes("node_modules") });
const imports = files.flatMap((path) =>
  [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, from, bare, later]) => {
    const target = from ?? bare ?? later ?? "";
    return {
      path,
      target: target.startsWith(".") ? join(dirname(path), target) : target,
      isFile: target.startsWith("."),
    };
  }),
);
const ofSrc = imports.filter(({ path }) => path.startsWith("src/"));
const shown = ({ path, target }: (typeof imports)[number]): string => `${path} -> ${target}`;
const houseOf = (path: string): string => path.split("/").slice(0, 2).join("/");

it("each house imports only the houses that it may import", () => {
  const wrong = ofSrc.filter(({ path, target, isFile }) => {
    const [house, other] = [houseOf(path), houseOf(target)];
    return isFile && other !== house && HOUSES[house]?.includes(other) !== true;
  });
  expect(wrong.map(shown)).toEqual([]);
});

it("locks import no package, other houses import only their own platform, and none imports @upstash/redis", () => {
  const wrong = ofSrc.filter(({ path, target, isFile }) => {
    if (isFile) return false;
    if (target.startsWith("node:")) return houseOf(path) !== "src/tools";
    if (target.startsWith("cloudflare:")) return !path.startsWith("src/edge/durable-object/");
    return target.startsWith("@upstash/") || !["src/edge", "src/service", "src/tools"].includes(houseOf(path));
  });
  expect(wrong.map(shown)).toEqual([]);
});

it("no file imports itself through others, not even for a type", () => {
  const graph = new Map(files.map((file) => [file, imports.filter(({ path }) => path === file)]));
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const { target } of graph.get(from) ?? []) if (!seen.has(target)) reachable(target, seen.add(target));
    return seen;
  };
  const circles = files.filter((path) => reachable(path).has(path));
  expect(circles).toEqual([]);
});
