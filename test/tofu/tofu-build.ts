// OpenTofu, built from the module of its release. `go install` refuses it, because its go.mod replaces a module.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const MODULE = "github.com/opentofu/opentofu";
const VERSION = "v1.12.6";
const OLDEST_GO = [1, 26, 6] as const;
const CACHE = "node_modules/.cache/tofu";
const PROGRAM = resolve(CACHE, `tofu-${VERSION}`);

const run = promisify(execFile);

/** Returns what is missing, or undefined. */
export async function reasonToSkip(): Promise<string | undefined> {
  if (existsSync(PROGRAM)) return undefined;
  const version = await go(["env", "GOVERSION"]).catch(() => "");
  if (version === "") return "go was not found";
  const numbers = [...version.matchAll(/\d+/g)].map(Number);
  const first = OLDEST_GO.findIndex((least, place) => least !== (numbers[place] ?? 0));
  if (first !== -1 && (numbers[first] ?? 0) < (OLDEST_GO[first] ?? 0)) return `go is ${version}`;
  return moduleFolder().then(
    () => undefined,
    () => "the module could not be downloaded",
  );
}

/** Builds it, unless it was built before. Returns the path of the program. */
export async function buildTofu(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM;
  console.log(`building OpenTofu ${VERSION}, which takes about 5 minutes`);
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), "leasehound-tofu-"));
  try {
    // Go builds it only as the main module, and its cache of modules is read-only.
    await cp(await moduleFolder(), folder, { recursive: true });
    await run("chmod", ["-R", "u+w", folder]);
    await go(["build", "-o", `${PROGRAM}.new`, "./cmd/tofu"], folder);
    await rename(`${PROGRAM}.new`, PROGRAM);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return PROGRAM;
}

async function moduleFolder(): Promise<string> {
  const { Dir } = Object(JSON.parse(await go(["mod", "download", "-json", `${MODULE}@${VERSION}`], tmpdir())));
  return String(Dir);
}

async function go(args: readonly string[], cwd = "."): Promise<string> {
  const env = { ...process.env, GOTOOLCHAIN: "local" };
  return (await run("go", args, { cwd, env, maxBuffer: 16_777_216 })).stdout.trim();
}
