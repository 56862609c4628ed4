// The typed client of the lock API in each runtime, bundled into one module, against an API in Node.
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { ApiServers } from "../../support/api-server.ts";
import { startProgram } from "../../support/child-process.ts";
import { TOKEN } from "../../support/lock-api.ts";
import { ROUND } from "../../support/remote-round.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { RUNTIMES, type Runtime } from "./runtimes.ts";

const MODULE = "node_modules/.cache/runtimes/play-round.mjs";
const NODE: Runtime = { name: "Node", variable: "", program: process.execPath, args: [] };
const found = [NODE, ...RUNTIMES].filter(({ program }) => program !== undefined);

const servers = new ApiServers();
let gateway: Gateway;
let url = "";
beforeAll(async () => {
  gateway = await startGateway();
  url = await servers.listen({ locks: createLocks({ redis: gateway, leaseMs: 3_000 }) });
  await build({
    entryPoints: ["test/together/runtimes/play-round.ts"],
    outfile: MODULE,
    bundle: true,
    format: "esm",
    target: "es2022",
    external: ["node:*"],
  });
});
afterAll(async () => {
  await servers.stop();
  await gateway?.close();
});

it.each(found)("a round of the typed client succeeds in $name", async ({ program = "", args }) => {
  const options = { url, token: TOKEN, name: uniqueName() };
  await using played = startProgram(program, [...args, MODULE, JSON.stringify(options)]);
  const { code, stdout, stderr } = await played.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(ROUND);
});
