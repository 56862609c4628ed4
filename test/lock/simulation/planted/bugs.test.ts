// Each planted bug is an edit of today's source that compiles. Whether the simulation finds it is the score of main.ts.
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { Engine } from "../../../../src/engine/engine.ts";
import { answer } from "../../../../src/engine/transport.ts";
import * as generated from "../../../../src/lock/lua/generated.ts";
import { BUGS } from "./bugs.ts";
import { edited, editsOf, sourceOf } from "./edits-of.ts";
import { EQUIVALENTS } from "./equivalents.ts";

const ORIGIN = /^(reverts [0-9a-f]{8} \S.*|fallback cut: .+|fault of earlier days: .+)$/;
const GENERATED = "lock/lua/generated.ts";

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

describe.each(BUGS)("$id", (bug) => {
  it("says in a sentence what is wrong, and where that comes from", () => {
    expect(bug.id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(bug.name).toMatch(/^[A-Z].*\.$/);
    expect(bug.origin).toMatch(ORIGIN);
  });

  it("edits texts that occur once", () => {
    expect(bug.edits).not.toEqual([]);
    for (const { file, from } of bug.edits) expect(sourceOf(file).split(from), `${file}: ${from}`).toHaveLength(2);
  });

  it("compiles with its edits", async () => {
    const edits = editsOf(bug);
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const before = sourceOf(file);
      const after = edited(
        before,
        edits.filter((edit) => edit.file === file),
      );
      expect(after).not.toBe(before);
      const { code } = await transform(after, { loader: "ts", sourcefile: file });
      expect(code).not.toBe((await transform(before, { loader: "ts", sourcefile: file })).code);
    }
  });
});

const ofLua = BUGS.filter(({ edits }) => edits.some(({ file }) => file.endsWith(".lua")));

it.each(ofLua)("$id changes scripts, and Redis compiles them", async (bug) => {
  const scripts = editsOf(bug).find(({ file }) => file === GENERATED)?.to ?? "";
  const { code } = await transform(scripts, { loader: "ts", format: "esm" });
  const module: typeof generated = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const known = new Map(Object.values(generated).map(({ name, sha1 }) => [name, sha1]));
  const changed = Object.values(module).filter(({ name, sha1 }) => known.get(name) !== sha1);
  expect(changed).not.toEqual([]);
  const engine = new Engine();
  for (const { source, sha1 } of changed) {
    expect(answer(engine, ["SCRIPT", "LOAD", source])).toMatchObject({ result: sha1 });
  }
});
