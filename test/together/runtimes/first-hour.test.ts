// The first hour of a user: the package is packed, and installed from its tarball without a network; `leasehound dev`
// serves, and a program uses numbers and locks. In each Node that the package promises, in Bun and in Deno.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProgram } from "../../support/child-process.ts";
import { BUN, DENO, NODES } from "./runners.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-first-hour-"));
const COMMAND = "node_modules/leasehound/dist/cli/main.js";
const OF_DENO = ["run", "--allow-all", "--node-modules-dir=manual"];

beforeAll(() => {
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder]);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const flags = ["--offline", "--no-audit", "--no-fund", "--silent"];
  execFileSync("npm", ["install", ...flags, join(folder, tarball)], { cwd: folder });
  mkdirSync(join(folder, "node_modules/@upstash"));
  symlinkSync(resolve("node_modules/@upstash/redis"), join(folder, "node_modules/@upstash/redis"));
  cpSync("test/together/runtimes/first-hour", folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Runtime {
  readonly name: string;
  readonly program: string;
  /** Starts the installed command: a program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  /** The arguments of the program before a module. */
  readonly args: readonly string[];
}

const RUNTIMES: readonly Runtime[] = [
  ...NODES.map(({ name, program }) => ({ name, program, command: ["npx", "leasehound"] as const, args: [] })),
  ...(BUN === undefined ? [] : [{ name: "Bun", program: BUN, command: [BUN, COMMAND] as const, args: [] }]),
  ...(DENO === undefined
    ? []
    : [{ name: "Deno", program: DENO, command: [DENO, ...OF_DENO, COMMAND] as const, args: OF_DENO }]),
];

it("the first hour runs in the oldest Node of package.json, in the newest, and in those between", () => {
  expect(NODES.map(({ name }) => name)).toEqual(["Node 20", "Node 22", "Node 24", "Node 26"]);
});

it.each(RUNTIMES)("the first hour of a user succeeds in $name", async ({ program, command, args }) => {
  // npx, and the first line of the command, start the first Node of the PATH.
  const env = { PATH: [dirname(program), process.env["PATH"]].join(delimiter), REDIS_URL: "", NO_COLOR: "1" };
  const [starter, ...words] = command;
  await using dev = startProgram(starter, [...words, "dev", "--engine", "--json"], env, folder);
  const { url, token } = JSON.parse(await dev.line(/^{/));
  const variables = { ...env, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
  await using used = startProgram(program, [...args, "first-hour.mjs"], variables, folder);
  const { code, stdout, stderr } = await used.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(FIRST_HOUR);
  for (const [line, exitCode] of COMMANDS) {
    await using asked = startProgram(starter, [...words, ...line.split(" ")], variables, folder);
    expect(await asked.ended, line).toMatchObject({ code: exitCode, stderr: "" });
  }
  await using run = startProgram(
    starter,
    [...words, "run", "orders:42", "--", "sh", "-c", "exit 3"],
    variables,
    folder,
  );
  const withoutNode = {
    code: 64,
    stderr: expect.stringMatching(/^leasehound: run needs Node, .*: use npx, or bunx without --bun\n$/),
  };
  expect(await run.ended).toMatchObject(program === BUN ? withoutNode : { code: 3, stderr: "" });
  expect(await dev.kill("SIGTERM")).toMatchObject({ stderr: "" });
});

const COMMANDS = [
  ["ls", 0],
  ["show orders:42", 0],
  ["doctor", 0],
] as const;

const FIRST_HOUR = {
  set: ["OK", "OK"],
  ttl: 60,
  refused: null,
  counted: [1, 42, 41],
  values: [19.95, 7, "hound", true, null],
  fields: 3,
  cart: { apples: 3, weight: "0.25", note: "3 kg" },
  more: 5,
  scores: [2, 1.5],
  list: [4, [1, 2.5, "three", { four: 4 }]],
  pipeline: ["OK", 2, 2],
  multi: ["OK", 15, 15],
  script: [42, 0.5],
  large: [
    '{"result":"OK"}',
    '{"result":9007199254740994}',
    '{"result":"9007199254740994"}',
    '[{"result":9223372036854775807},{"result":"9223372036854775807"}]',
  ],
  asWritten: '{"result":"OK"}',
  written: '{"result":["1.50","1e3","true","-0"]}',
  held: [30_000, true, null, ["orders:42"]],
  fencing: ["string", "released"],
  seats: [true, 1],
};
