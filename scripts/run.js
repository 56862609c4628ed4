// Runs a script of package.json: prepares a fresh clone, then runs the steps of the command. Starts on the machine's
// own Node (20 or newer) without any package, in plain JavaScript. The steps find the newer Node, which the set-up may
// have installed, on npm's PATH.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ABOUT, COMMANDS, PARTS } from "./commands.js";
import { setUp } from "./setup/index.js";
import { nodeModules } from "./setup/paths.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const [name, ...words] = process.argv.slice(2);
const part = PARTS[name]?.[words[0]];
const steps = part ?? COMMANDS[name];
const args = part === undefined ? words : words.slice(1);
// A part can have packages of its own.
const command = part === undefined ? name : `${name} ${words[0]}`;

// The steps, and the many processes that tests start, compile each module once for all runs.
const env = { NODE_COMPILE_CACHE: join(nodeModules, ".cache", "node"), ...process.env };

let child;
let received;

if (part === undefined) for (const line of ABOUT[name] ?? []) console.log(line);
process.exitCode = (await setUp(command)) ? await runAll() : 1;

async function runAll() {
  for (const signal of SIGNALS) process.on(signal, passOn);
  for (const [at, step] of steps.entries()) {
    if (received !== undefined) return 128 + constants.signals[received];
    const [program, ...words] = step.split(" ");
    const isLast = at === steps.length - 1;
    child = spawn(program, isLast ? [...words, ...args] : words, { stdio: "inherit", env });
    const code = await exitCode(program);
    if (code !== 0) return code;
  }
  return 0;
}

// Ctrl-C comes from the terminal and again from npm. Passing it on twice would interrupt the program's shutdown.
function passOn(signal) {
  if (signal !== received) child.kill(signal);
  received = signal;
}

function exitCode(program) {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`cannot run ${program}: ${error.message}\n`);
      resolve(127);
    });
    child.once("exit", (code, signal) => {
      if (signal !== null) endBy(signal);
      resolve(code);
    });
  });
}

/** Ends this process in the same way as the step, so that npm reports the signal. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
