// Ids and secrets come from crypto: a person who guesses one could end a hold of another.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("Math.random only spreads pauses", () => {
  const users = globSync("src/**/*.{ts,tsx}").filter((path) => readFileSync(path, "utf8").includes("Math.random"));
  expect(users.sort()).toEqual([
    // A database picks members at random.
    "src/engine/engine.ts",
    // The text of these files, and what watches who draws.
    "src/engine/simulate/library-text.ts",
    "src/engine/simulate/outside.ts",
    "src/lock/hold/acquire.ts",
    "src/lock/light/light-acquire.ts",
    "src/lock/retry.ts",
    // Subscribers spread over the nodes of a cluster.
    "src/lock/tcp/cluster-line.ts",
    "src/lock/wait/line-state.ts",
    "src/lock/wait/lots.ts",
    "src/lock/wait/mailbox.ts",
    "src/lock/wait/polling.ts",
    "src/lock/wait/wake-strategy.ts",
  ]);
});
