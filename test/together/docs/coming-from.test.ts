// The code of the page coming-from for a client of ioredis: the old and the new, as printed, on one Redis over TCP.
// pages.test.ts compiles the new code.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RedisServer, startRedisServer } from "../../../src/tools/gateway/redis-server.ts";
import { PAGES } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";

const page = readFileSync(PAGES.find((path) => path.endsWith("/coming-from.md")) ?? "", "utf8");
const folder = ".cache/coming-from";
const CHANNEL = "__keyspace@0__:";

let server: RedisServer;
let redis: Redis;
let listener: Redis;
const changed = new Set<string>();

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  server = await startRedisServer();
  redis = new Redis(server.url);
  await redis.config("SET", "notify-keyspace-events", "KA");
  listener = new Redis(server.url);
  listener.on("pmessage", (_pattern, channel) => changed.add(channel.slice(CHANNEL.length)));
  await listener.psubscribe(`${CHANNEL}*`);
});
afterAll(async () => {
  redis?.disconnect();
  listener?.disconnect();
  await server?.stop();
});

/** Returns the printed code that begins with this word after its ```, and the new code that follows it. */
function codeOf(word: string): { readonly old: string; readonly now: string } {
  const [, old = "", now = ""] =
    new RegExp(`^\`\`\`js ${word}\\n(.*?)^\`\`\`.*?^\`\`\`ts node\\n(.*?)^\`\`\``, "ms").exec(page) ?? [];
  return { old, now };
}

/** Runs a program. Returns its output, and the keys that it changed. */
async function run(path: string, code: string): Promise<{ readonly lines: string[]; readonly keys: string[] }> {
  writeFileSync(path, code);
  const env = { ...process.env, REDIS_URL: server.url };
  const { stdout } = await promisify(execFile)(process.execPath, [path], { env });
  // The listener gets messages in the order of the changes.
  await redis.set("end of run", "");
  await eventually(() => changed.has("end of run"));
  changed.delete("end of run");
  const keys = [...changed].sort();
  changed.clear();
  return { lines: stdout.trim().split("\n"), keys };
}

it.each([
  ["redlock-4", "redlock", ["orders:42"]],
  ["redlock-5", "redlock", ["a:1", "a:2", "orders:42"]],
  ["redis-semaphore", "redis-semaphore", ["mutex:orders:44", "semaphore:printers"]],
])("%s and the code that replaces it run on one client, with other keys", async (installed, name, oldKeys) => {
  const packages = join(folder, installed, "node_modules");
  mkdirSync(packages, { recursive: true });
  const theirs = resolve("test/others/node_modules", installed);
  symlinkSync(theirs, join(packages, name));
  const { version } = JSON.parse(readFileSync(join(theirs, "package.json"), "utf8"));
  expect(page).toContain(` ${String(version).replace(/^v/, "")}`);

  const { old, now } = codeOf(installed);
  const before = await run(join(folder, installed, "old.mjs"), old);
  expect(before.keys).toEqual(oldKeys);
  const after = await run(join(folder, installed, "new.ts"), now);
  // The code for version 4 of redlock takes no second lock.
  expect(after.lines.map(firstWords)).toEqual(expect.arrayContaining(before.lines.map(firstWords)));
  expect(before.lines).not.toEqual([""]);
  const locks = oldKeys.map((key) => `lock:${key.replace(/^(mutex|semaphore):/, "")}`);
  expect(after.keys).toEqual(expect.arrayContaining(locks));
  expect(after.keys.filter((key) => oldKeys.includes(key))).toEqual([]);
});

/** Returns a line without the state of a signal, which version 4 of redlock lacks. */
function firstWords(line: string): string {
  return line.replace(/ false$/, "");
}
