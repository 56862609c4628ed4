// The public contract of a port in each runner, in a folder where the package is installed, as the author of a port has
// it.
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forPrograms, type Gateway, serverOrEngine, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { startProgram } from "../../support/child-process.ts";
import { BUN, JEST, RUNNER_PACKAGES } from "./runners.ts";

const folder = mkdtempSync(join(tmpdir(), "leasehound-port-"));
let gateway: Gateway;

beforeAll(async () => {
  for (const file of globSync("test/together/runtimes/port-contract/*.mjs"))
    copyFileSync(file, join(folder, basename(file)));
  const jest = { testMatch: ["**/jest.test.mjs"] };
  writeFileSync(join(folder, "jest.config.mjs"), `export default ${JSON.stringify(jest)};`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const packages = { leasehound: ".", ioredis: "node_modules/ioredis", "@jest": join(RUNNER_PACKAGES, "@jest") };
  for (const [name, target] of Object.entries(packages)) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(resolve(target), join(folder, "node_modules", name));
  }
  gateway = await startGateway(serverOrEngine());
});
afterAll(async () => {
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["node:test", process.execPath, ["--test", "node.test.mjs"], /pass [5-9]\d\b/],
  ["Jest", process.execPath, ["--experimental-vm-modules", JEST ?? "", "jest.test.mjs"], /[5-9]\d passed/],
  ["Bun", BUN, ["test", "./bun.test.mjs"], /[5-9]\d pass\b/],
] as const)("the contract of a port passes in %s", async (_, program, args, passed) => {
  const env = { NO_COLOR: "1", GATEWAY: forPrograms({ ...gateway, redisUrl: gateway.respUrl }) };
  await using suite = startProgram(program ?? "", args, env, folder);
  const { code, stdout, stderr } = await suite.ended;
  expect(stdout + stderr).toMatch(passed);
  expect(code, stdout + stderr).toBe(0);
});
