// Shell completions, and the help texts.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Ended, startNode } from "../../support/child-process.ts";
import { needsProgram } from "../../support/needs-program.ts";

const COMMANDS = ["ls", "show", "free", "run", "doctor", "dev", "complete"];
const folder = mkdtempSync(join(tmpdir(), "leasehound-complete-"));
afterAll(() => rmSync(folder, { recursive: true }));
const program = join(folder, "leasehound");
writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"\n`);
chmodSync(program, 0o755);

async function run(...words: readonly string[]): Promise<Ended> {
  await using started = startNode(["dist/cli/main.js", ...words]);
  return await started.ended;
}

it.each(["bash", "zsh", "fish", "powershell"])("complete %s prints a script", async (shell) => {
  const { code, stdout, stderr } = await run("complete", shell);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`${shell} completion for leasehound`.replace("zsh completion for", "#compdef"));
});

it("the script of bash completes commands, options and their words", needsProgram("bash"), () => {
  const complete = (...words: readonly string[]): string[] => {
    // That of the package bash-completion, as far as the script uses it.
    const script = `_get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${words[cword]}; }
      compopt() { :; }
      source <(leasehound complete bash)
      COMP_WORDS=(leasehound "$@"); COMP_CWORD=$#; __leasehound_complete; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, PATH: [folder, process.env["PATH"]].join(delimiter) };
    const printed = execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8", env });
    return printed
      .trim()
      .split("\n")
      .map((line) => line.trim());
  };
  expect(complete("d")).toEqual(["doctor", "dev"]);
  expect(complete("run", "--w")).toEqual(["--wait"]);
  expect(complete("ls", "--so")).toEqual(["--sort"]);
  expect(complete("ls", "--sort", "")).toEqual(["name", "age", "lease", "waiters"]);
});

it("refuses another shell with one sentence", async () => {
  expect(await run("complete", "csh")).toMatchObject({
    code: 64,
    stdout: "",
    stderr: expect.stringMatching(/zsh, bash/),
  });
});

it("the help names every command, and each command has its own", async () => {
  const help = await run("--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const command of COMMANDS) {
    expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    const own = await run(command, "--help");
    expect(own).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`leasehound ${command}`) });
  }
  expect(await run()).toMatchObject({ code: 64, stdout: "", stderr: help.stdout });
});

it("--version is that of the package", async () => {
  expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
