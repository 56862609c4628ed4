// Each script that frees a lock of a kind whose waiters stand must serve or call them: else they wait for a poll.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { compile, scriptFiles } from "../../../scripts/build-lua.ts";

// These kinds have one owner at a time, and share the key of the plain lock.
const EXCLUSIVE = /^(lock|fenced|fair|flight)\//;
const files = [...scriptFiles()].filter(([name]) => EXCLUSIVE.test(name));
// A theft deletes the lock by UNLINK, and takes it in the same run: it never leaves it free.
const FREES = /call\('DEL', lock\b/;
const SERVES = /(?<!function )\b(freed|serve_queue)\(/;
const CALLS = /pcall\(call_first, 0\)/;

/** Returns the file of a script without the fragments that it includes. */
function ownText(path: string): string {
  return readFileSync(path, "utf8");
}

/** Returns a script without the fragments of read/write locks, whose waiters do not stand. */
function textOf(path: string): string {
  return compile(path, (file) => (file.includes("/read-write/") ? "" : ownText(file)));
}

const freeing = files.filter(([, path]) => FREES.test(textOf(path)));

it("the scripts that free a lock are known", () => {
  expect(freeing.map(([name]) => name).sort()).toEqual([
    ...["fair/force-release", "fair/pass", "fair/release", "flight/finish"],
    ...["lock/force-release", "lock/pass", "lock/release", "lock/release-many"],
  ]);
});

it.each(freeing)("%s serves or calls the waiters that stand", (_, path) => {
  expect(SERVES.test(ownText(path)) || CALLS.test(ownText(path))).toBe(true);
  expect(ownText(path)).toMatch(/'DEL', (lock, )?flag\)/);
});

// A command that takes back a grant deletes what its script has just made.
it("no other script deletes a lock", () => {
  const others = files.filter(([name]) => !freeing.some(([each]) => each === name));
  const deleting = others.filter(([, path]) =>
    /(?<!undo\()'(DEL|UNLINK|HDEL|EXPIRE)', (lock|KEYS\[1\])/.test(textOf(path)),
  );
  expect(deleting.map(([name, path]) => `${name} by ${basename(path)}`)).toEqual([
    "fenced/steal by steal.lua",
    "lock/steal by steal.lua",
  ]);
});
