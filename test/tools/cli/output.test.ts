// The output of the command: a lost output is a failure, and no foreign text reaches a terminal unescaped.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { cli } from "../../support/cli.ts";
import { cliHere } from "../../support/cli-here.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { command } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

const redis = await sharedGateway();
const env = { ...process.env, UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };

/** Runs the command in a shell, which prints its exit code to standard error. */
function shell(redirected: string, ...words: readonly string[]): string {
  const script = `{ "$0" dist/cli/main.js "$@"; echo "code $?" >&2; } ${redirected}`;
  return spawnSync("sh", ["-c", script, process.execPath, ...words], { encoding: "utf8", env }).stderr;
}

describe("an output that cannot be written", () => {
  const CALLS = [
    ["ls"],
    ["ls", "--json"],
    ["show", "x"],
    ["doctor"],
    ["acl"],
    ["complete", "bash"],
    ["--help"],
    ["--version"],
    ["dev", "--json"],
  ];
  it.each(CALLS)("is a failure of %s %s", (...words) => {
    const given = words.filter((word) => word !== undefined);
    expect(shell("> /dev/full", ...given)).toMatch(/^leasehound: cannot write the output: ENOSPC[^\n]*\ncode 70\n$/);
  });

  it.each(CALLS.slice(0, -1))("is no failure of %s %s when the reader has closed the pipe", (...words) => {
    const given = words.filter((word) => word !== undefined);
    expect(shell("| true", ...given)).toBe("code 0\n");
  });

  it("does not end the command of run when only remarks are lost", () => {
    const script = `"$0" dist/cli/main.js run "$1" -- sh -c 'echo ran' 2> /dev/full; echo "code $?"`;
    const { stdout } = spawnSync("sh", ["-c", script, process.execPath, uniqueName()], { encoding: "utf8", env });
    expect(stdout).toBe("ran\ncode 0\n");
  });
});

describe("a foreign text", () => {
  // Control characters of ASCII and C1, bidirectional and invisible ones, line separators, a tag.
  const HOSTILE = "\u0007\u001b[2J\u009b31m\u202e\u2066\u200b\u2028\u{e0041}\u007f";
  const name = `${uniqueName()}${HOSTILE}`;
  const noLock = `${uniqueName()}${HOSTILE}`;
  const locks = createLocks({ redis });
  beforeAll(async () => {
    await locks.fairLock(name).acquire({ leaseMs: 600_000, label: HOSTILE });
    await command(redis, "SET", `lock:${noLock}`, "text");
  });
  afterAll(() => locks.fairLock(name).forceRelease());

  it.each([
    ["ls", [], 0],
    ["ls", ["--json"], 0],
    ["show", [name], 0],
    ["show", [name, "--json"], 0],
    ["show", [noLock], 65],
    ["show", [noLock, "--json"], 65],
    ["run", [name, "--", "true"], 75],
    ["run", [name, "--json", "--wait", "100ms", "--", "true"], 75],
    ["free", [name], 1],
    ["free", [name, "--json"], 1],
    ["run", [`--${HOSTILE}`, name, "--", "true"], 64],
  ] as const)("is escaped by %s, case %#", async (verb, words, code) => {
    const runs = verb === "ls" || verb === "show" ? cliHere : cli;
    const ended = await runs(redis, verb, ...words);
    const written = ended.stdout + ended.stderr;
    expect(written.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(written).toContain("\\u202e");
    expect(ended.code).toBe(code);
  });

  it("stays the same value in JSON", async () => {
    const shown = JSON.parse((await cliHere(redis, "show", name, "--json")).stdout);
    expect(shown).toMatchObject({ name, holders: [{ label: HOSTILE }] });
  });
});
