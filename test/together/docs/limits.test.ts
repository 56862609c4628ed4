// A limit is written once, in the code: docs and docstrings that state it, and copies for another bundle, are compared.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MAX_KEPT_LEASE_MS, MIN_KEPT_LEASE_MS } from "../../../src/service/api/contract/limits.ts";
import { KEPT_LEASES } from "../../../src/service/api/routes/hand-off.ts";

const [most, fewer, least] = KEPT_LEASES;
const keptMs = `${shown(MIN_KEPT_LEASE_MS)} to ${shown(MAX_KEPT_LEASE_MS)}`;
const bound = (name: string): string => shown(constant("src/service/api/contract/limits.ts", name));
const rate = (name: string): string => shown(constant("src/service/access/rates.ts", name));

/** Returns a number as docs write it. */
function shown(value: number): string {
  return value.toLocaleString("en-US");
}

/** Returns the value of a constant that a module defines, also if no other one uses it. */
function constant(file: string, name: string): number {
  const [, digits = ""] = new RegExp(`\\bconst ${name} = ([\\d_]+);`).exec(readFileSync(file, "utf8")) ?? [];
  if (digits === "") throw new Error(`${file} has no ${name}`);
  return Number(digits.replaceAll("_", ""));
}

/** Returns the words of a page or a docstring on one line. */
function wordsOf(file: string): string {
  return readFileSync(file, "utf8").replaceAll(/\s+(\* )?/g, " ");
}

it.each([
  [
    "src/service/remote/remote-watchdog.ts",
    `for up to ${most} leases; ${fewer} for a passed owner or a read hold, ${least} for both. A lease is ${keptMs} ms.`,
  ],
  ["docs/kinds/handing-off.md", `must be ${keptMs}. \`maxHoldMs\` has limits too: [${most} leases at most]`],
  [
    "docs/service/lock-api.md",
    `| lease of a hand-off | ${keptMs} ms; without \`leaseMs\` ${shown(constant("src/service/api/routes/hand-off.ts", "KEPT_LEASE_MS"))},`,
  ],
  [
    "docs/service/lock-api.md",
    `${most} leases (of ${MIN_KEPT_LEASE_MS / 1_000} s: ${(most * MIN_KEPT_LEASE_MS) / 60_000} minutes; of ${shown(MAX_KEPT_LEASE_MS / 1_000)} s: ${(most * MAX_KEPT_LEASE_MS) / 3_600_000} hours); ${fewer} if the owner was passed, or for a read hold; ${least} if both apply`,
  ],
  ["docs/service/lock-api.md", `| \`maxHoldMs\` | ${bound("MAX_HOLD_MS")} ms |`],
  ["docs/service/lock-api.md", `| holds of one owner on one lock | ${bound("MAX_HOLDS")} |`],
  ["docs/service/lock-api.md", `| locks in a page of the list | ${bound("MAX_LISTED")} |`],
  [
    "docs/service/lock-api.md",
    `| requests that wait at once in one isolate | ${rate("MAX_WAITS_OF_PRINCIPAL")} of a principal, ${rate("MAX_WAITS_OF_ISOLATE")} in all |`,
  ],
  [
    "docs/service/lock-api.md",
    `| requests in progress at once in one isolate | ${rate("MAX_OF_PRINCIPAL")} of a principal |`,
  ],
  ["docs/service/lock-api.md", `| ${rate("MAX_OF_ISOLATE")} in all | 503 |`],
])("%s states the limit of the code: %s", (file, sentence) => {
  expect(wordsOf(file)).toContain(sentence);
});

it.each([["src/lock/kinds/shared-lock.ts", "MOST_READ_HOLDS", "MAX_HOLDS"]])(
  "%s copies the limit of the API as %s",
  (file, copy, original) => {
    expect(constant(file, copy)).toBe(constant("src/service/api/contract/limits.ts", original));
  },
);

it("no page and no docstring states another limit of a hand-off", () => {
  const files = [...globSync("src/**/*.ts"), ...globSync("docs/**/*.md"), "README.md"];
  const stated = files.flatMap((file) => [
    ...wordsOf(file).matchAll(/up to (\d+) leases\b|\b(\d+) leases at most|\b30,000 to ([\d,]+\d)/g),
  ]);
  expect(stated.length).toBeGreaterThan(4);
  for (const [text, up, down, toMs] of stated) {
    if (toMs !== undefined) expect(toMs, text).toBe(shown(MAX_KEPT_LEASE_MS));
    else expect(Number(up ?? down), text).toBe(most);
  }
});

const OPTION = /milliseconds\("(\w+)", given\.\w+, (\w+), (\w+), ([\d_]+)\)/g;
const options = [...readFileSync("src/lock/client-options.ts", "utf8").matchAll(OPTION)].map(
  ([, name = "", , , value = ""]) => ({
    name,
    fallback: shown(Number(value.replaceAll("_", ""))),
  }),
);

it.each(options)("docs/kinds/options.md and the docstrings state the default of $name", ({ name, fallback }) => {
  const row = new RegExp(`^\\| \`${name}\` \\| [^|]*\\| ([\\d,]+) \\|`, "m").exec(
    readFileSync("docs/kinds/options.md", "utf8"),
  );
  expect(row?.[1]).toBe(fallback);
  const docstring = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:readonly )?${name}\\?:`).exec(
    readFileSync("src/lock/client-options.ts", "utf8"),
  );
  expect(docstring?.[1]).toMatch(new RegExp(`\\b[dD]efault:? ${fallback}\\b`));
});

it("the options with a default are found", () => {
  expect(options.map(({ name }) => name)).toEqual(["leaseMs", "waitMs", "pollMs", "fairPatienceMs"]);
});
