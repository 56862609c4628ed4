// Each script that frees a lock of a kind whose waiters stand must serve or call them: else they wait for a poll.
import { expect, it } from "vitest";
import { LuaLibrary } from "../../../scripts/lua/library.ts";
import type { Script } from "../../../scripts/lua/source.ts";

// These kinds have one owner at a time, and share the key of the plain lock.
const EXCLUSIVE = /^(lock|fenced|fair|flight)\//;
// The waiters of read/write locks do not stand.
const OF_READERS = "lib/read-holds";
// A theft deletes the lock by UNLINK, and takes it in the same run: it never leaves it free.
const FREES = /call\('DEL', lock\b/;
const SERVES = /(?<!function )\b(freed|serve_queue)\(/;
const CALLS = /pcall\(call_first, 0\)/;

const library = new LuaLibrary();
const scripts = library.scripts.filter(({ name }) => EXCLUSIVE.test(name));

/** Returns what a script does itself, without what it reaches. */
function ownText({ statements }: Script): string {
  return statements.map(({ code }) => code).join("\n");
}

function textOf(script: Script): string {
  const statements = library.statements(script).filter(({ file }) => file !== OF_READERS);
  return statements.map(({ code }) => code).join("\n");
}

const freeing = scripts.filter((script) => FREES.test(textOf(script)));

it("the scripts that free a lock are known", () => {
  expect(freeing.map(({ name }) => name)).toEqual([
    ...["fair/force-release", "fair/release", "flight/finish"],
    ...["lock/force-release", "lock/release", "lock/release-many"],
  ]);
});

it.each(freeing)("$name serves or calls the waiters that stand", (script) => {
  expect(SERVES.test(ownText(script)) || CALLS.test(ownText(script))).toBe(true);
  expect(ownText(script)).toMatch(/'DEL', (lock, )?flag\)/);
});

// A command that takes back a grant deletes what its script has just made.
it("no other script deletes a lock", () => {
  const others = scripts.filter((script) => !freeing.includes(script));
  const deleting = others.filter((script) =>
    /(?<!undo\()'(DEL|UNLINK|HDEL|EXPIRE)', (lock|KEYS\[1\])/.test(textOf(script)),
  );
  expect(deleting.map(({ name }) => name)).toEqual(["fenced/steal", "lock/steal"]);
});
