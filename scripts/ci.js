// Runs the README's test command, without a redis-server on the PATH and with one, and the tests that it leaves out.
// Then the tests with the real Redisson, where Java and Maven are; of the package in every Node, in Bun and in Deno; and
// with real frameworks, where npm has them. Plays the simulation, repeats worlds of it on a real Redis, and builds the
// site, whose links are checked: each counts as one test. Prints what failed, or failed once, also outside the tests,
// and counts the results in the last line.
// The tests install the packages: plain JavaScript for the machine's own Node (20 or newer).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { unpackedRedisServer } from "./setup/redis-server.js";
import { isExecutable } from "./setup/run.js";

const REPORTS = "node_modules/.cache/ci";
const LONGEST_MESSAGE = 3_000;
// A shared machine pauses for moments. More retries than this show a race in a test, or in the code.
const MOST_RETRIED = 5;
const full = ["run", "--silent", "test:full", "--"];
/** The runs of vitest. */
const RUNS = {
  test: ["test", "--"],
  ...(isExecutable("redis-server") ? {} : { "test beside a redis-server": ["test", "--"] }),
  all: ["run", "--silent", "test:all", "--"],
  interop: [...full, "interop", "--short", "--"],
  runtimes: [...full, "runtimes"],
  frameworks: [...full, "frameworks"],
};
/** These have no reports. */
const PROGRAMS = {
  judge: [...full, "judge"],
  site: ["run", "--silent", "docs"],
};
/** The same worlds each time: ten minutes of processor time, which the runs after this one leave. */
const SIMULATION = { args: [...full, "simulate", "--seed", "1", "--operations", "240000"], after: "all" };

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
/** The exit codes of what failed. */
const failed = {};
let simulation;
for (const [name, args] of Object.entries(RUNS)) {
  timed(name, () => run(name, args));
  if (name === SIMULATION.after) simulation = startSimulation();
}
for (const [name, args] of Object.entries(PROGRAMS)) timed(name, () => npm(args));
note("simulation", await simulation.ended);
console.log(`simulation:\n${readFileSync(simulation.log, "utf8")}`);
const reports = written(reportOf).map(({ testResults }) => testResults);
const files = reports.flat();
for (const file of files) printFailures(file);
for (const error of written(errorsOf).flat()) console.log(`\noutside the tests: ${error.slice(0, LONGEST_MESSAGE)}`);
for (const [name, code] of Object.entries(failed)) console.log(`\nfailed: ${name}, with exit code ${code}`);
const isSteady = reports.map((report) => printRetried(report.flatMap(retriedOf))).every(Boolean);
const programs = [...Object.keys(PROGRAMS), "simulation"];
const hasPassed = printResult([
  ...files.flatMap(resultsOf),
  ...programs.map((name) => (name in failed ? "failed" : "passed")),
]);
process.exitCode = hasPassed && isSteady && Object.keys(failed).length === 0 ? 0 : 1;

/** Runs something, and prints for how long it ran. */
function timed(name, start) {
  const started = Date.now();
  note(name, start());
  console.log(`${name}: ${Math.round((Date.now() - started) / 1_000)} s`);
}

function note(name, code) {
  if (code !== 0) failed[name] = code;
}

/** Starts the simulation, whose output goes to a file. */
function startSimulation() {
  const log = join(REPORTS, "simulation.log");
  const output = openSync(log, "w");
  const child = spawn("npm", SIMULATION.args, { stdio: ["ignore", output, output] });
  // Its children are born with this priority, too.
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return { log, ended: once(child, "exit").then(([code]) => code ?? 1) };
}

function run(name, args) {
  const reporters = ["default", "json", "./test/error-reporter.ts"].map((reporter) => `--reporter=${reporter}`);
  const env = name.endsWith("beside a redis-server") ? withRedisOnPath() : process.env;
  return npm([...args, ...reporters, `--outputFile.json=${reportOf(name)}`], env);
}

/** An environment in which the unpacked redis-server is one of the programs of the machine. */
function withRedisOnPath() {
  const { path, env } = unpackedRedisServer();
  const folder = resolve(REPORTS, "bin");
  mkdirSync(folder, { recursive: true });
  const program = `#!/bin/sh\nLD_LIBRARY_PATH=${env.LD_LIBRARY_PATH} exec ${path} "$@"\n`;
  writeFileSync(join(folder, "redis-server"), program, { mode: 0o755 });
  return { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
}

function npm(args, env = process.env) {
  const ended = spawnSync("npm", args, { stdio: ["ignore", "inherit", "inherit"], env });
  if (ended.error) throw ended.error;
  return ended.status ?? 128 + constants.signals[ended.signal];
}

function reportOf(name) {
  return join(REPORTS, `${name.replaceAll(" ", "-")}.json`);
}

/** Where `test/error-reporter.ts` writes the errors that belong to no test. */
function errorsOf(name) {
  return `${reportOf(name)}.errors`;
}

/** Reads what the runs wrote there, as JSON. A run that did not begin has written nothing. */
function written(pathOf) {
  const paths = Object.keys(RUNS).map(pathOf).filter(existsSync);
  return paths.map((path) => JSON.parse(readFileSync(path, "utf8")));
}

/** A test file that fails before its first test counts as one failed test itself. */
function resultsOf({ status: fileStatus, assertionResults }) {
  const tests = assertionResults.map((test) => test.status);
  return fileStatus === "failed" && !tests.includes("failed") ? [...tests, "failed"] : tests;
}

function retriedOf({ name, assertionResults }) {
  const retried = assertionResults.filter((test) => test.status === "passed" && test.failureMessages.length > 0);
  return retried.map(({ fullName }) => `${relative(".", name)} > ${fullName}`);
}

/** Prints the tests that passed when run again, and returns whether they are few enough. */
function printRetried(tests) {
  for (const test of tests) console.log(`retried: ${test}`);
  if (tests.length <= MOST_RETRIED) return true;
  console.error(`${tests.length} tests passed only when retried, and at most ${MOST_RETRIED} may: fix them`);
  return false;
}

function printFailures({ name, assertionResults, message }) {
  const file = relative(".", name);
  for (const { status: result, fullName, failureMessages } of assertionResults) {
    if (failureMessages.length === 0) continue;
    const what = result === "failed" ? "failed" : "passed when run again";
    console.log(`\n${what}: ${file} > ${fullName}\n${failureMessages.join("\n").slice(0, LONGEST_MESSAGE)}`);
  }
  if (message) console.log(`\nfailed: ${file}\n${message.slice(0, LONGEST_MESSAGE)}`);
}

/** Prints the result, and returns whether there were tests and none failed. */
function printResult(results) {
  const count = (name) => results.filter((result) => result === name).length;
  const passed = count("passed");
  const failed = count("failed");
  const skipped = results.length - passed - failed;
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
  if (passed + failed === 0) console.error("no test ran");
  return passed > 0 && failed === 0;
}
