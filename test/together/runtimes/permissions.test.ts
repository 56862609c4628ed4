// The command of docs/platforms/in-your-framework.md for Deno: its permissions are enough, and none is more than needed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { type Ended, startProgram } from "../../support/child-process.ts";
import { DENO } from "./runners.ts";

const PROGRAM = `import { createLocks } from "leasehound";
try {
  console.log(await createLocks().withLock("orders:42", () => "alone"));
} catch (error) {
  console.log(error.code ?? error.name, error.cause?.name);
}`;

const folder = mkdtempSync(join(tmpdir(), "leasehound-permissions-"));
let gateway: Gateway;
beforeAll(async () => {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(resolve("."), join(folder, "node_modules/leasehound"));
  writeFileSync(join(folder, "main.ts"), PROGRAM);
  gateway = await startGateway();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway?.close();
});

/** Runs the command of the page, without the permissions that match. */
async function run(without = /^$/): Promise<Ended> {
  const page = readFileSync("docs/platforms/in-your-framework.md", "utf8");
  const [, line = ""] = /^deno run (--allow-.*) main\.ts$/m.exec(page) ?? [];
  const printed = line.replace("YOUR-DATABASE.upstash.io", new URL(gateway.url).host).split(" ");
  expect(printed).toHaveLength(2);
  const permissions = printed.filter((permission) => !without.test(permission));
  const env = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const args = ["run", "--no-prompt", "--node-modules-dir=manual", ...permissions, "main.ts"];
  await using program = startProgram(DENO ?? "", args, env, folder);
  return await program.ended;
}

it.skipIf(DENO === undefined)("a lock works with the permissions of the page", async () => {
  expect(await run()).toMatchObject({ code: 0, stdout: "alone\n", stderr: "" });
});

it.skipIf(DENO === undefined).each([
  ["--allow-env", /^--allow-env/, "NotCapable undefined\n"],
  ["--allow-net", /^--allow-net/, "REDIS_UNREACHABLE NotCapable\n"],
])("an error names the missing permission: %s", async (_, without, printed) => {
  expect(await run(without)).toMatchObject({ stdout: printed });
});
