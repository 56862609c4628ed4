// Bundles of programs that import one lock and its client, and the time to start them.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { type Run, say } from "../run.ts";
import { summarize } from "../statistics.ts";
import type { SubjectId } from "../subject.ts";

const OTHERS = fileURLToPath(new URL("../../others", import.meta.url));
const FOLDER = "node_modules/.cache/bench-peers";
// ioredis and redlock are CommonJS: they ask for Node's modules by `require`.
const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

interface Program {
  readonly imports: string;
  /** Default: any platform. */
  readonly needsNode?: boolean;
}

const overSocket = (imports: string): Program => ({
  imports: `${imports} export { Redis } from "ioredis";`,
  needsNode: true,
});

const PROGRAMS: Partial<Record<SubjectId, Program>> = {
  leasehound: { imports: 'export { createLocks } from "leasehound";' },
  "leasehound-polling": { imports: 'export { createClient, lock } from "leasehound";' },
  "leasehound-light": { imports: 'export { createLightLocks } from "leasehound/light";' },
  "upstash-lock": { imports: 'export { Lock } from "@upstash/lock"; export { Redis } from "@upstash/redis";' },
  "redis-semaphore": overSocket('export { Mutex } from "redis-semaphore";'),
  redlock: overSocket('export { default } from "redlock";'),
  "redlock-universal": overSocket('export { createLock, IoredisAdapter } from "redlock-universal";'),
  verrou: overSocket('export { Verrou } from "@verrou/core"; export { redisStore } from "@verrou/core/drivers/redis";'),
};

export async function measureSize({ record, isQuick, subjects }: Run): Promise<void> {
  say("bundle and cold start");
  mkdirSync(FOLDER, { recursive: true });
  const started: { readonly file: string; readonly times: number[] }[] = [];
  const measured = subjects.flatMap((subject) => {
    const program = PROGRAMS[subject.id];
    return program === undefined ? [] : [{ subject, program }];
  });
  for (const { subject, program } of measured) {
    const contents = await bundled(program, subject.whose === "ours" ? process.cwd() : OTHERS);
    const file = join(process.cwd(), FOLDER, `${subject.id}.mjs`);
    writeFileSync(file, contents);
    started.push({ file, times: [] });
    record.set("size-bundle", subject, { median: gzipSync(contents).length / 1_000 });
  }
  for (let round = 0; round < (isQuick ? 3 : 21); round += 1) {
    for (const { file, times } of started) times.push(startMs(file));
  }
  for (const [at, { subject }] of measured.entries()) {
    record.set("size-start", subject, summarize(started[at]?.times ?? []));
  }
}

async function bundled({ imports, needsNode = false }: Program, resolveDir: string): Promise<Uint8Array> {
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
