// scripts/run.js passes arguments, exit codes and signals between npm and the programs.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { startNode } from "../../support/child-process.ts";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync("package.json", "utf8"));

/** The names of the commands. Their table is plain JavaScript, for any Node. */
function commandNames(): string[] {
  const program = `import { COMMANDS } from "./scripts/commands.js";
    process.stdout.write(Object.keys(COMMANDS).join(" "));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" }).split(" ");
}

it("each command is a script of package.json, with the runner in place of npm's shell", () => {
  const runners = Object.entries(scripts).filter(([, script]) => script.includes("scripts/run.js"));
  const expected = commandNames().map((name) => [name, `exec node scripts/run.js ${name}`]);
  expect(Object.fromEntries(runners)).toEqual(Object.fromEntries(expected));
});

it("a program gets its arguments unchanged, and npm gets the exit code", () => {
  const args = ["run", "--silent", "gateway", "--", "--port", "a 'b' $c"];
  const { status, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  expect(stderr).toContain("--port must be a number from 0 to 65535, not 'a 'b' $c'");
  expect(status).toBe(2);
});

it.each(["SIGINT", "SIGTERM"] as const)("%s ends the program in its own way", async (signal) => {
  await using runner = startNode(["scripts/run.js", "gateway", "--json", "--port", 0]);
  await runner.line();
  expect(await runner.kill(signal)).toMatchObject({ code: 0, signal: null });
});

it("a program that a signal ended makes the runner end by the same signal", async () => {
  await using runner = startNode(["scripts/run.js", "gateway", "--json", "--port", 0]);
  await runner.line();
  expect(await runner.kill("SIGHUP")).toMatchObject({ code: null, signal: "SIGHUP" });
});
