// The template docs/service/wrangler.jsonc: it deploys the Worker of wrangler.toml, and names everything that the Worker reads.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Unstable_Config, unstable_readConfig } from "wrangler";

const TEMPLATE = "docs/service/wrangler.jsonc";
// A project beside a clone. It is outside node_modules, because wrangler leaves out assets below that.
const folder = resolve(".cache/template");
const template = readFileSync(TEMPLATE, "utf8");
// Lines of comments that are members.
const everything = template.replaceAll(/^( *)\/\/ (?=")/gm, "$1");

let config: Unstable_Config;
beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  symlinkSync(resolve("."), join(folder, "leasehound"));
  writeFileSync(join(folder, "wrangler.jsonc"), template);
  writeFileSync(join(folder, "everything.jsonc"), everything);
  config = unstable_readConfig({ config: join(folder, "everything.jsonc") });
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the members of Env. */
function membersOfEnv(): string[] {
  const [, body = ""] =
    /export interface Env \{(.*?)\n\}/s.exec(readFileSync("src/service/worker/env.ts", "utf8")) ?? [];
  return [...body.matchAll(/readonly (\w+)\??:/g)].map(([, name = ""]) => name);
}

it("it has each binding, variable and secret of the Worker, and no other", () => {
  const bindings = [
    ...config.durable_objects.bindings.map(({ name }) => name),
    ...config.ratelimits.map(({ name }) => name),
  ];
  const secrets = [...template.matchAll(/^ *\/\/ {3}([A-Z_]+) {3}/gm)].map(([, name]) => name);
  expect([...bindings, ...Object.keys(config.vars), ...secrets].sort()).toEqual(membersOfEnv().sort());
});

it("it says what wrangler.toml says", () => {
  const own = unstable_readConfig({ config: "wrangler.toml" });
  const shared = ({
    name,
    compatibility_date,
    compatibility_flags,
    minify,
    keep_names,
    upload_source_maps,
    durable_objects,
    migrations,
  }: Unstable_Config) => ({
    ...{ name, compatibility_date, compatibility_flags, minify, keep_names, upload_source_maps },
    ...{ durable_objects, migrations },
  });
  expect(shared(config)).toEqual(shared(own));
  expect(config.main).toBe(join(folder, "leasehound/src/service/worker/index.ts"));
  expect(config.assets?.directory).toBe("leasehound/src/service/worker/public");
  expect(own.assets?.directory).toBe("src/service/worker/public");
  // Both have commented out the same limits.
  const toml = readFileSync("wrangler.toml", "utf8");
  for (const { name, namespace_id, simple } of config.ratelimits) {
    for (const text of [name, namespace_id, `limit = ${simple.limit}, period = ${simple.period}`]) {
      expect(toml).toContain(text);
    }
  }
});

it.each(["wrangler.jsonc", "everything.jsonc"])("wrangler accepts %s, and builds the Worker of the clone", (file) => {
  const told = execFileSync(
    resolve("node_modules/.bin/wrangler"),
    ["deploy", "--dry-run", "--config", file, "--outdir", "out"],
    { cwd: folder, env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" }, encoding: "utf8" },
  );
  expect(told).not.toMatch(/warn/i);
  expect(told).toContain("files from the assets directory");
  for (const name of ["LEASE_WATCHDOG", ...(file.startsWith("every") ? ["RATE_LIMITER", "LEASE_MS"] : [])]) {
    expect(told).toContain(name);
  }
});

it("no other configuration is beside wrangler.toml, which wrangler would prefer", () => {
  expect(["wrangler.json", "wrangler.jsonc"].filter((file) => existsSync(file))).toEqual([]);
});
