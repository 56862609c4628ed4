// npm run test:full -- openapi Checks openapi.json with two independent linters, and uses the API with generated clients:
// two in TypeScript, without a cast, one in Python, and one in Go. Schemathesis sends requests that the document allows,
// and others. Each generator gets the document as it is.
import { deepEqual } from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { createLocks } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { ApiServers } from "../../support/api-server.ts";
import { agreeableWatchdog, TOKEN } from "../../support/lock-api.ts";

const HERE = import.meta.dirname;
const GENERATED = join(HERE, ".cache");
const DOCUMENT = join(GENERATED, "openapi.json");
const TYPESCRIPT = ["openapi-fetch", "hey-api"];
const PYTHON = join(HERE, "uses/python");
// Beside the other packages, so that the next run has them.
const VENV = join(HERE, "node_modules/.cache/python");
const ANSWERS = ["1", "LOCK_BUSY", "found", "orders/42", "true", "released"];
const MOST_OUTPUT = 64 * 1_024 * 1_024;

const exec = promisify(execFile);

/** Runs a program while this process serves the API. Returns what it prints. */
async function run(program: string, args: readonly string[], cwd = HERE, env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: MOST_OUTPUT };
    return (await exec(program, args, options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error);
    console.error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
    process.exit(1);
  }
}

function runPackage(program: string, ...args: string[]): Promise<string> {
  const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return run(join(HERE, "node_modules/.bin", program), args, HERE, env);
}

/** Runs Redocly, whose warnings do not fail by themselves. */
async function lintByRedocly(): Promise<void> {
  const { totals, problems }: { totals: object; problems: unknown } = JSON.parse(
    await runPackage("redocly", "lint", DOCUMENT, "--format=json"),
  );
  deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems));
}

async function useInTypeScript(url: string): Promise<void> {
  await runPackage("openapi-typescript", DOCUMENT, "--output", join(GENERATED, "openapi-fetch.ts"));
  const output = join(GENERATED, "hey-api");
  await runPackage("openapi-ts", "--input", DOCUMENT, "--output", output, "--client", "@hey-api/client-fetch");
  await runPackage("tsc", "-p", HERE);
  for (const client of TYPESCRIPT) {
    const outfile = join(GENERATED, `${client}.bundle.mjs`);
    const entryPoints = [join(HERE, `uses/${client}.ts`)];
    await build({ entryPoints, bundle: true, format: "esm", platform: "node", outfile });
    const { use } = await import(pathToFileURL(outfile).href);
    deepEqual(await use(url, TOKEN), ANSWERS, client);
  }
}

async function useInPython(url: string): Promise<void> {
  const [python, bin] = [join(VENV, "bin/python"), join(VENV, "bin")];
  await run("python3", ["-m", "venv", VENV]);
  await run(python, ["-m", "pip", "install", "--quiet", "--requirement", join(PYTHON, "requirements.txt")]);
  const output = join(GENERATED, "python/client");
  mkdirSync(join(GENERATED, "python"));
  const generate = ["generate", "--path", DOCUMENT, "--output-path", output, "--meta", "none", "--fail-on-warning"];
  await run(join(bin, "openapi-python-client"), generate, HERE, { PATH: `${bin}:${process.env["PATH"]}` });
  const printed = await run(python, [join(PYTHON, "use.py"), url, TOKEN], HERE, {
    PYTHONPATH: join(GENERATED, "python"),
  });
  deepEqual(JSON.parse(printed), ANSWERS, "openapi-python-client");
}

async function useInGo(url: string): Promise<void> {
  const folder = join(GENERATED, "go");
  const client = join(folder, "client/client.go");
  cpSync(join(HERE, "uses/go"), folder, { recursive: true });
  mkdirSync(join(folder, "client"));
  await run(
    "go",
    ["tool", "oapi-codegen", "-generate", "types,client", "-package", "client", "-o", client, DOCUMENT],
    folder,
  );
  deepEqual(JSON.parse(await run("go", ["run", ".", url, TOKEN], folder)), ANSWERS, "oapi-codegen");
}

/** Sends requests by the document: examples, valid and invalid ones, and sequences of them. */
async function sendBySchemathesis(url: string): Promise<void> {
  const config = ["--config-file", join(PYTHON, "schemathesis.toml")];
  // Longer than the longest wait.
  const timeout = ["--request-timeout", "65", "--max-response-time", "65"];
  const cases = ["--checks", "all", "--max-examples", "30", "--seed", "1", "--continue-on-failure", "--no-color"];
  await run(join(VENV, "bin/st"), [...config, "run", DOCUMENT, "--url", url, ...timeout, ...cases], GENERATED, {
    LOCK_API_TOKEN: TOKEN,
  });
}

/** Whether a program is installed. Says what is not tested without it. */
function has(program: string, of: string): boolean {
  const isThere = spawnSync(program, [of === "Go" ? "version" : "--version"]).status === 0;
  if (!isThere) console.log(`skipped: ${program} is not installed, so ${of} is not tested`);
  return isThere;
}

rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED, { recursive: true });
writeFileSync(DOCUMENT, JSON.stringify(openApiDocument("1.0.0", "/v1/locks"), undefined, 2));
await runPackage("spectral", "lint", DOCUMENT, "--fail-severity=hint");
await lintByRedocly();
const gateway = await startGateway();
const servers = new ApiServers();
const locks = createLocks({ redis: gateway, watchdog: agreeableWatchdog() });
const url = await servers.listen({ locks, forceRelease: true });
await useInTypeScript(url);
if (has("go", "Go")) await useInGo(url);
if (has("python3", "Python")) {
  await useInPython(url);
  await sendBySchemathesis(url);
}
await servers.stop();
await gateway.close();
console.log("linters find openapi.json clean, and generated clients use the API as it says");
