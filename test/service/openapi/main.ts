// npm run test:full -- openapi Checks openapi.json with two independent linters, and uses the API with two generated clients,
// without a cast.
import { deepEqual } from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { openApiDocument } from "../../../scripts/openapi/document.ts";
import { createLocks } from "../../../src/index.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { ApiServers } from "../../support/api-server.ts";
import { TOKEN } from "../../support/lock-api.ts";

const HERE = import.meta.dirname;
const GENERATED = join(HERE, ".cache");
const DOCUMENT = join(GENERATED, "openapi.json");
const CLIENTS = ["openapi-fetch", "hey-api"];
const ANSWERS = ["1", "LOCK_BUSY", "found", "orders/42", "true", "released"];

function run(program: string, ...args: string[]): string {
  const script = join(HERE, "node_modules/.bin", program);
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, stdout, stderr } = spawnSync(script, args, { cwd: HERE, env, encoding: "utf8" });
  if (status === 0) return stdout;
  console.error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
  process.exit(1);
}

/** Runs Redocly, whose warnings do not fail by themselves. */
function lintByRedocly(): void {
  const { totals, problems }: { totals: object; problems: unknown } = JSON.parse(
    run("redocly", "lint", DOCUMENT, "--format=json"),
  );
  deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 }, JSON.stringify(problems));
}

/** Runs a client against a served API. Returns what it was answered. */
async function answersTo(client: string, url: string): Promise<unknown> {
  const outfile = join(GENERATED, `${client}.bundle.mjs`);
  await build({
    entryPoints: [join(HERE, `uses/${client}.ts`)],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
  });
  const { use } = await import(pathToFileURL(outfile).href);
  return use(url, TOKEN);
}

rmSync(GENERATED, { recursive: true, force: true });
mkdirSync(GENERATED, { recursive: true });
writeFileSync(DOCUMENT, JSON.stringify(openApiDocument("1.0.0", "/v1/locks"), undefined, 2));
run("spectral", "lint", DOCUMENT, "--fail-severity=hint");
lintByRedocly();
run("openapi-typescript", DOCUMENT, "--output", join(GENERATED, "openapi-fetch.ts"));
run("openapi-ts", "--input", DOCUMENT, "--output", join(GENERATED, "hey-api"), "--client", "@hey-api/client-fetch");
run("tsc", "-p", HERE);
const gateway = await startGateway();
const servers = new ApiServers();
const url = await servers.listen({ locks: createLocks({ redis: gateway }) });
for (const client of CLIENTS) deepEqual(await answersTo(client, url), ANSWERS, client);
await servers.stop();
await gateway.close();
console.log("two linters find openapi.json clean, and two generated clients use the API without a cast");
