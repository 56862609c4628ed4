// The set-up in a fresh clone: which packages each command installs, and what it says when it cannot. A stand-in for npm
// records its calls.
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const BENCHES = "scripts/bench/others";
const NODE = "scripts/setup/node";
const OTHERS = "test/others";
const BROWSER = "test/together/browser";
const SITE = "scripts/site";

/** Fills node_modules as npm does: it writes its record at the end. */
const INSTALL =
  "rm -rf node_modules && mkdir -p node_modules/.bin && cp package-lock.json node_modules/.package-lock.json";
const FAIL = "echo 'npm error code ENOTFOUND' >&2; exit 1";
const HALF = "rm -rf node_modules && mkdir node_modules";
const REPORT_NODE_20 = "echo v20.20.2";
const REPORT_NODE_24 = "echo v24.21.0";

let clone: string;
beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), "leasehound-clone-")));
  const folders = ["", BENCHES, OTHERS, BROWSER, SITE].flatMap((folder) => [
    join(folder, "package.json"),
    join(folder, "package-lock.json"),
  ]);
  for (const path of [...folders, ...globSync("scripts/setup/{*.js,node/*.json}")]) cpSync(path, join(clone, path));
  mkdirSync(join(clone, "bin"));
  writeProgram("npm", INSTALL);
  writeProgram("node", REPORT_NODE_24);
  writeProgram("redis-server", "echo 'Redis server v=7.2.4'");
});
afterEach(() => rmSync(clone, { recursive: true }));

function writeProgram(name: string, body: string): void {
  const record = name === "npm" ? `pwd >> ${join(clone, "calls")}\n` : "";
  writeFileSync(join(clone, "bin", name), `#!/bin/sh\n${record}${body}\n`, { mode: 0o755 });
}

/** Sets the clone up for a command. Returns its exit code and what it said. */
function setUp(command: string): Promise<{ code: number; said: string[] }> {
  const program = `import { setUp } from ${JSON.stringify(join(clone, "scripts/setup/index.js"))};
    process.exitCode = (await setUp(${JSON.stringify(command)})) ? 0 : 1;`;
  const env = { PATH: `${join(clone, "bin")}:/usr/bin:/bin` };
  return new Promise((resolve) => {
    execFile(process.execPath, ["--input-type=module", "-e", program], { env }, (error, _stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stderr.trim().split("\n").filter(Boolean) }),
    );
  });
}

/** Returns the folders in which npm ran since the last call; "" is the clone. */
function installed(): string[] {
  const calls = join(clone, "calls");
  if (!existsSync(calls)) return [];
  const folders = readFileSync(calls, "utf8").trim().split("\n");
  rmSync(calls);
  return folders.map((folder) => relative(clone, folder));
}

it.each([
  ...["start", "gateway", "build", "check", "check types", "test", "test lock", "prepack"].map(
    (command) => [command, []] as const,
  ),
  ["bench", [BENCHES]],
  ["docs", [SITE]],
  ["test:all", [OTHERS, BROWSER]],
  ["test:full", [OTHERS, BROWSER]],
  ["test:full browser", [BROWSER]],
  ["test:full matrix", [OTHERS]],
  ["test:full soak", []],
] as const)("npm run %s installs the packages of the repository, and of %j, once", async (command, folders) => {
  const { code, said } = await setUp(command);
  expect(code).toBe(0);
  expect(installed()).toEqual(["", ...folders]);
  const lines = folders.map((folder) => {
    const { description } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `installing packages of ${folder} (npm ci), once… ${description}`;
  });
  expect(said).toEqual(["installing packages (npm ci), once…", ...lines]);
  expect(await setUp(command)).toEqual({ code: 0, said: [] });
  expect(installed()).toEqual([]);
});

it("a command whose packages cannot be downloaded ends with the reason, the folder and what to do", async () => {
  await setUp("test");
  writeProgram("npm", FAIL);
  const { code, said } = await setUp("test:all");
  expect(code).toBe(1);
  expect(said.slice(1)).toEqual([
    "npm error code ENOTFOUND",
    "npm ci failed in test/others: when the reason above is put right, run this again.",
  ]);
  expect(await setUp("test")).toEqual({ code: 0, said: [] });
});

it.each([
  ["ends npm", "kill -INT $$"],
  ["is reported by npm", "echo 'npm error signal SIGINT' >&2; exit 1"],
])("an installation is repeated after a Ctrl-C that %s", async (_, end) => {
  await setUp("test");
  writeProgram("npm", `${HALF}; ${end}`);
  expect((await setUp("test:all")).said.at(-1)).toBe("Interrupted.");
  writeProgram("npm", INSTALL);
  installed();
  expect((await setUp("test:all")).code).toBe(0);
  expect(installed()).toEqual([OTHERS, BROWSER]);
});

it("two commands at once install the packages that both need once", async () => {
  writeProgram("npm", `mkdir ${join(clone, "busy")} || exit 1; sleep 0.2; ${INSTALL}; rmdir ${join(clone, "busy")}`);
  const ended = await Promise.all([setUp("test:all"), setUp("test:full browser")]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(installed().sort()).toEqual(["", OTHERS, BROWSER]);
});

const name = `node-linux-${process.arch}`;

it.runIf(process.platform === "linux")("a machine with an older Node gets Node 24, and links to it", async () => {
  writeProgram("node", REPORT_NODE_20);
  const program = join(clone, NODE, "node_modules", name, "bin/node");
  const body = `mkdir -p ${dirname(program)}; printf '#!/bin/sh\\n${REPORT_NODE_24}\\n' > ${program}; chmod +x ${program}`;
  writeProgram("npm", `${INSTALL}; [ "$(basename $PWD)" != ${basename(NODE)} ] || { ${body}; }`);
  const { code, said } = await setUp("build");
  expect(said.map((line) => line.split("…")[0])).toEqual([
    "installing packages (npm ci), once",
    `installing packages of ${NODE} (npm ci), once`,
  ]);
  expect(code).toBe(0);
  expect(realpathSync(join(clone, "node_modules/.bin/node"))).toBe(program);
  expect(installed()).toEqual(["", NODE]);
  expect(await setUp("build")).toEqual({ code: 0, said: [] });
  // `npm ci` in the clone removes the link, and keeps the program.
  rmSync(join(clone, "node_modules/.bin/node"));
  expect(await setUp("build")).toEqual({ code: 0, said: [] });
  expect(installed()).toEqual([]);
});

it.runIf(process.platform === "linux")(
  "a machine with an older Node, and none to download, says what to do",
  async () => {
    writeProgram("node", REPORT_NODE_20);
    const { code, said } = await setUp("build");
    expect(code).toBe(1);
    expect(said.at(-1)).toMatch(
      /^The tools need Node 24 or newer; .* run "npm ci --include=optional --loglevel=verbose" in scripts\/setup\/node to see why, or install/,
    );
  },
);
