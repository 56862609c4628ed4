// The generated modules that are committed say what their sources say, and Redis agrees about the hashes of scripts.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generateAssets } from "../../../scripts/build-assets.ts";
import { generate } from "../../../scripts/lua/generate.ts";
import { LuaLibrary } from "../../../scripts/lua/library.ts";
import { shorten, shortNames } from "../../../scripts/lua/names.ts";
import * as generated from "../../../src/lock/lua/generated.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { command } from "../../support/rest.ts";

const library = new LuaLibrary();

it("is what the generator writes now", () => {
  expect(readFileSync("src/lock/lua/generated.ts", "utf8")).toBe(generate(library));
});

it("the names of the page's files are what the generator writes now", async () => {
  const path = "src/service/dashboard/asset-files.ts";
  expect(readFileSync(path, "utf8")).toBe((await generateAssets())[path]);
});

it("has every script, with the hash that Redis gives it", async () => {
  const scripts = Object.values(generated);
  expect(scripts.map(({ name }) => name).sort()).toEqual(library.scripts.map(({ name }) => name));
  for (const { source, sha1 } of scripts) {
    expect(await command(await sharedGateway(), "SCRIPT", "LOAD", source)).toBe(sha1);
  }
});

it("every script begins with its contract: KEYS, ARGV and every kind of reply", () => {
  for (const script of library.scripts) {
    const { name, contract } = script;
    for (const word of ["KEYS", "ARGV", "reply"]) expect(contract, name).toContain(`-- ${word}`);
    const replies = new Set(
      library
        .body(script)
        .match(/\{ '(\w+)',/g)
        ?.map((reply) => reply.slice(3, -2)),
    );
    // There each hold's end is a slot of one reply, or no end is told.
    const tellsEnds = !/^owner\//.test(name) && !/^lock\/(renew-many|release-many)$/.test(name);
    if (!tellsEnds) replies.delete("ended");
    for (const kind of replies) expect(contract, name).toContain(`{"${kind}"`);
  }
});

it("scripts run commands and publish by the frame, which knows what they wrote", () => {
  for (const script of library.scripts) {
    const text = library.body(script);
    expect(/redis\.call\b/.test(text), script.name).toBe(!library.isFramed(script));
    expect(text, script.name).not.toMatch(/call\('PUBLISH'/);
  }
});

it("a script with short names is the same program: each name has one short name, and no two share one", () => {
  const token = /'(?:[^'\\]|\\.)*'|\.\.|\.?[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g;
  const shortOf = new Map<string, string>();
  for (const { name, source } of Object.values(generated)) {
    const long = library.source(library.script(name)).match(token) ?? [];
    const short = source.match(token) ?? [];
    expect(short.length, name).toBe(long.length);
    for (const [at, each] of long.entries()) if (!shortOf.has(each)) shortOf.set(each, short[at] ?? "");
    expect(
      long.map((each) => shortOf.get(each)),
      name,
    ).toEqual(short);
  }
  expect(new Set(shortOf.values()).size).toBe(shortOf.size);
  for (const kept of ["redis", "KEYS", "err", "tonumber", "'HGET'"]) expect(shortOf.get(kept)).toBe(kept);
});

it("strings, fields and numbers keep their text, and two minus signs do not become a comment", () => {
  const text = "local value, rest = redis.call('GET', KEYS[1]), 'value = 1'\nreturn { err = rest .. 1e6 - -value }";
  const names = shortNames([text]);
  expect(shorten(text, names)).toBe("local b,a=redis.call('GET',KEYS[1]),'value = 1'\nreturn{err=a .. 1e6 - -b}");
});
