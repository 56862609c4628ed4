// Each planted bug is an edit of today's source that compiles. Whether the simulation finds it is the score of main.ts.
import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { Engine } from "../../../../src/engine/engine.ts";
import { answer } from "../../../../src/engine/transport.ts";
import * as scripts from "../../../../src/lock/lua/generated.ts";
import { BUGS } from "./bugs.ts";
import { edited, editsOf, GENERATED } from "./edits-of.ts";
import { EQUIVALENTS } from "./equivalents.ts";

const ORIGIN = /^(reverts [0-9a-f]{8} \S.*|fallback cut: .+|fault of earlier days: .+)$/;

it("has 40 bugs, and half of them revert a commit", () => {
  expect(BUGS).toHaveLength(40);
  expect(new Set(BUGS.map(({ id }) => id)).size).toBe(BUGS.length);
  expect(new Set(BUGS.map(({ edits }) => JSON.stringify(edits))).size).toBe(BUGS.length);
  expect(BUGS.filter(({ origin }) => origin.startsWith("reverts ")).length).toBeGreaterThanOrEqual(20);
});

it("says of each equivalent bug why it is one", () => {
  const ids = BUGS.map(({ id }) => id);
  for (const [id, proof] of Object.entries(EQUIVALENTS)) {
    expect(ids).toContain(id);
    expect(proof).toMatch(/^\S.*\.$/);
  }
});

/** Compiles a generated module, and returns its scripts. */
async function scriptsIn(code: string): Promise<(typeof scripts)[keyof typeof scripts][]> {
  const module: typeof scripts = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return Object.values(module);
}

describe.each(BUGS)("$id", (bug) => {
  it("says in a sentence what is wrong, and where that comes from", () => {
    expect(bug.id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(bug.name).toMatch(/^[A-Z].*\.$/);
    expect(bug.origin).toMatch(ORIGIN);
  });

  it("edits texts that occur once", () => {
    expect(bug.edits).not.toEqual([]);
    for (const { file, from } of bug.edits) {
      expect(readFileSync(file, "utf8").split(from), `${file}: ${from}`).toHaveLength(2);
    }
  });

  it("compiles with its edits, and is other code", async () => {
    const edits = editsOf(bug);
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const own = edits.filter((edit) => edit.file === file);
      const before = readFileSync(file, "utf8");
      const { code } = await transform(edited(before, own), { loader: "ts", sourcefile: file });
      expect(code).not.toBe((await transform(before, { loader: "ts", sourcefile: file })).code);
      if (file !== GENERATED) continue;
      const known = new Set(Object.values(scripts).map(({ sha1 }) => sha1));
      const changed = (await scriptsIn(code)).filter(({ sha1 }) => !known.has(sha1));
      expect(changed).not.toEqual([]);
      for (const { source, sha1 } of changed) {
        expect(answer(new Engine(), ["SCRIPT", "LOAD", source])).toMatchObject({ result: sha1 });
      }
    }
  });
});
