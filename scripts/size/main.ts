// `npm run bench -- size` prints the tables of docs/platforms/size.md: the sizes of programs, compared with other packages in the same run.
// With `--write` it also writes them into the page: before a release.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { resolve } from "node:path";
import { bundle } from "./bundle.ts";
import { partBytes } from "./parts.ts";
import { PROGRAMS, type Program } from "./programs.ts";

const PAGE = "docs/platforms/size.md";
const [BEGIN, END] = ["<!-- measured by `npm run bench -- size --write` -->", "<!-- end -->"];
const ROUNDS = 15;
const OTHERS = resolve("scripts/bench/others");

/** Each with the imports of a program. Those that need Node are bundled for it. */
const PEERS: readonly Program[] = [
  {
    title: "@upstash/lock, with its client",
    imports: 'export { Lock } from "@upstash/lock"; export { Redis } from "@upstash/redis";',
  },
  { title: "@upstash/redis", imports: 'export { Redis } from "@upstash/redis";' },
  { title: "@upstash/ratelimit, without its client", imports: 'export { Ratelimit } from "@upstash/ratelimit";' },
  { title: "jose, jwtVerify", imports: 'export { jwtVerify } from "jose";' },
  { title: "hono", imports: 'export { Hono } from "hono";' },
  { title: "redlock, without ioredis", imports: 'export { default } from "redlock";' },
  { title: "redis-semaphore, without a client", imports: 'export { Mutex } from "redis-semaphore";' },
];

const kB = (bytes: number): string => (bytes / 1_000).toFixed(1);

async function ownTable(): Promise<string[]> {
  const rows = [];
  for (const { title, imports } of PROGRAMS) {
    const { bytes } = await bundle(imports);
    rows.push(`| ${title} | ${kB(bytes)} |`);
  }
  return ["| program | kB |", "| --- | --- |", ...rows];
}

async function peerTable(): Promise<string[]> {
  const rows = [];
  for (const { title, imports } of PEERS) {
    const { bytes } = await bundle(imports, { external: ["ioredis", "node:*", ...builtinModules], folder: OTHERS });
    rows.push(`| ${title} | ${kB(bytes)} |`);
  }
  return ["| peer | kB |", "| --- | --- |", ...rows];
}

/** Returns the parts of the first two programs. */
async function partTable(): Promise<string[]> {
  const programs = PROGRAMS.slice(0, 2);
  const parts = await Promise.all(programs.map(({ imports }) => partBytes(imports)));
  const rows = [...(parts[0]?.keys() ?? [])].map((title) => {
    const sizes = parts.map((part) => kB(part.get(title) ?? 0));
    return `| ${title} | ${sizes.join(" | ")} |`;
  });
  return [`| part | ${programs.map(({ title }) => title).join(" | ")} |`, "| --- | --- | --- |", ...rows];
}

/** Measures the time in which a new process compiles and runs a bundle, ms: the median. The bundles alternate. */
async function startTable(): Promise<string[]> {
  const folder = "node_modules/.cache/size";
  mkdirSync(folder, { recursive: true });
  const programs = [
    { title: "lock, by polling", imports: PROGRAMS[0]?.imports ?? "", folder: process.cwd() },
    { title: "everything, createLocks", imports: 'export { createLocks } from "leasehound";', folder: process.cwd() },
    ...PEERS.slice(0, 1).map((peer) => ({ ...peer, folder: OTHERS })),
  ];
  const times = new Map<string, number[]>();
  const files = await Promise.all(
    programs.map(async ({ title, imports, folder: resolveDir }, nth) => {
      const file = `${folder}/${nth}.mjs`;
      writeFileSync(file, (await bundle(imports, { external: [], folder: resolveDir })).text);
      return { title, file };
    }),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { title, file } of files) times.set(title, [...(times.get(title) ?? []), startMs(file)]);
  }
  const rows = [...times].map(([title, all]) => `| ${title} | ${median(all).toFixed(1)} |`);
  return ["| bundle | ms |", "| --- | --- |", ...rows];
}

function startMs(file: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(`${process.cwd()}/${file}`)}); console.log(performance.now() - start);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }));
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const tables = [
  ...["", ...(await ownTable())],
  ...[
    "",
    "The parts of a lock, in kB. Each number is the share of the minified text, scaled to the size after gzip:",
    "",
  ],
  ...(await partTable()),
  ...["", "Peers, in the same run:", "", ...(await peerTable())],
  ...[
    "",
    `Compile and run time of a bundle in a new Node process, in ms, the median of ${ROUNDS}:`,
    "",
    ...(await startTable()),
    "",
  ],
].join("\n");
console.log(tables);
if (process.argv.includes("--write")) {
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.split(BEGIN)[0] ?? "", page.split(END)[1] ?? ""];
  writeFileSync(PAGE, `${before}${BEGIN}\n${tables}\n${END}${after}`);
}
