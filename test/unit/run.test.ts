// scripts/run.js between npm and the programs: arguments, exit codes and signals pass through it.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

/** The names of the commands. Their table is plain JavaScript, for any Node. */
function commandNames(): string[] {
  const program = `import { COMMANDS } from "./scripts/commands.js";
    process.stdout.write(Object.keys(COMMANDS).join(" "));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).split(" ");
}

it("each command is a script of package.json that replaces npm's shell by the runner", () => {
  const runners = Object.entries(scripts).filter(([, script]) => script.includes("scripts/run.js"));
  const expected = commandNames().map((name) => [name, `exec node scripts/run.js ${name}`]);
  expect(Object.fromEntries(runners)).toEqual(Object.fromEntries(expected));
});

it("a program gets its arguments as they were written, and npm gets the exit code", () => {
  const args = ["run", "--silent", "gateway", "--", "--port", "a 'b' $c"];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  expect(stderr).toContain("--port must be a number from 0 to 65535, not 'a 'b' $c'");
  expect(status).toBe(2);
});

it.each(["SIGINT", "SIGTERM"] as const)("%s ends the program in its own way", async (signal) => {
  const runner = spawn(process.execPath, ["scripts/run.js", "gateway", "--json", "--port", "0"]);
  await once(runner.stdout, "data");
  runner.kill(signal);
  expect(await once(runner, "exit")).toEqual([0, null]);
});

it("a program that a signal ended ends the runner by the same signal", async () => {
  const runner = spawn(process.execPath, ["scripts/run.js", "gateway", "--json", "--port", "0"]);
  await once(runner.stdout, "data");
  runner.kill("SIGHUP");
  expect(await once(runner, "exit")).toEqual([null, "SIGHUP"]);
});
