// Bundles of programs that import one lock and its client, and the time to start them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Shown } from "../results.ts";
import { say } from "../settings.ts";
import { summarize } from "../statistics.ts";
import type { Run } from "./run.ts";

const OTHERS = resolve("scripts/bench/others");
const FOLDER = resolve("node_modules/.cache/bench");
// ioredis and redlock are CommonJS: they ask for Node's modules by `require`.
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
const IOREDIS = 'export { Redis } from "ioredis";';

/** A program with one kind of our locks. */
export const LOCK_ALONE: Shown = {
  id: "leasehound-lock",
  title: "leasehound, `lock` alone",
  over: "HTTP",
  whose: "ours",
};

const PROGRAMS: Readonly<Record<string, string>> = {
  leasehound: 'export { createLocks } from "leasehound";',
  [LOCK_ALONE.id]: 'export { createClient, lock } from "leasehound";',
  "leasehound-light": 'export { createLightLocks } from "leasehound/light";',
  "upstash-lock": 'export { Lock } from "@upstash/lock"; export { Redis } from "@upstash/redis";',
  redlock: `export { default } from "redlock"; ${IOREDIS}`,
  "redis-semaphore": `export { Mutex } from "redis-semaphore"; ${IOREDIS}`,
  "redlock-universal": `export { createLock, IoredisAdapter } from "redlock-universal"; ${IOREDIS}`,
  verrou: `export { Verrou } from "@verrou/core"; export { redisStore } from "@verrou/core/drivers/redis"; ${IOREDIS}`,
};

export async function measureSizes({ record, isQuick }: Run): Promise<void> {
  say("bundle and cold start");
  mkdirSync(FOLDER, { recursive: true });
  const starts = new Map<string, number[]>();
  for (const [id, imports] of Object.entries(PROGRAMS)) {
    const contents = await bundled(imports, id.startsWith("leasehound") ? process.cwd() : OTHERS);
    writeFileSync(fileOf(id), contents);
    record("bundle", { id }, { median: gzipSync(contents).length / 1_000 });
    starts.set(id, []);
  }
  for (let round = 0; round < (isQuick ? 3 : 21); round += 1) {
    for (const [id, times] of starts) times.push(startMs(fileOf(id)));
  }
  for (const [id, times] of starts) record("start", { id }, summarize(times));
}

const fileOf = (id: string): string => join(FOLDER, `${id}.mjs`);

async function bundled(imports: string, resolveDir: string): Promise<Uint8Array> {
  const needsNode = imports.includes(IOREDIS);
  const { outputFiles } = await build({
    stdin: { contents: imports, resolveDir },
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", write: false, logLevel: "error" },
    platform: needsNode ? "node" : "neutral",
    mainFields: ["module", "main"],
    ...(needsNode && { banner: { js: REQUIRE } }),
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

function startMs(file: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}
