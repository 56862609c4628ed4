// The jobs of docs/run/cli.md, run by bash and cancelled at each step as the runners of GitHub and GitLab do. The
// lock API is the deployed Worker, and the job has a capability token.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestHarness, type TestHarness } from "wrangler";
import { createLocks } from "../../../src/index.ts";
import { type Ended, StartedProcess } from "../../support/child-process.ts";
import { eventually } from "../../support/eventually.ts";
import { findProgram } from "../../support/find-program.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { processTree, running } from "../../support/process-tree.ts";
import { uniqueName } from "../../support/unique-name.ts";

const API_TOKEN = "canary-api-token-of-enough-characters";
const LEASE_MS = 5_000;
/** For a busy machine. */
const ALLOWANCE_MS = 3_000;
/** How long a runner waits after its first signal, and after the second one of GitHub's. */
type Grace = readonly [firstMs: number, secondMs: number];
/** GitHub's. GitLab's is longer. */
const USUAL: Grace = [7_500, 2_500];
/** For a job that does not end by itself. */
const SHORT: Grace = [500, 250];

const redis = await sharedGateway();
const locks = createLocks({ redis });
const team = uniqueName();

let server: TestHarness;
let url: string;
let jobToken: string;
beforeAll(async () => {
  const secrets = {
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    LOCK_API_TOKEN: API_TOKEN,
  };
  const vars = { LEASE_MS: String(LEASE_MS) };
  server = createTestHarness({ workers: [{ configPath: "./wrangler.toml", vars, secrets }] });
  url = (await server.listen()).url.origin;
  const asked = { principal: "ci", names: [`${team}/*`], verbs: ["acquire", "renew", "release"] };
  const response = await server.fetch("/v1/locks/-/tokens", {
    method: "POST",
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(asked),
  });
  jobToken = Object(await response.json()).token;
});
afterAll(() => server?.close());

type Runner = "GitHub Actions" | "GitLab CI";

/** Returns the shell lines of a snippet in the docs. */
function linesOf(runner: Runner): string[] {
  const [, yaml = ""] =
    new RegExp(`\`\`\`yaml\n# ${runner}\n(.*?)\`\`\``, "s").exec(readFileSync("docs/run/cli.md", "utf8")) ?? [];
  const [, block = ""] = /(?:run: \||script:)\n((?: {4,}.*\n)+)/.exec(yaml) ?? [];
  const lines = block.trim().split("\n");
  return lines.map((line) => line.trim().replace(/^- /, ""));
}

// Where there is no bash, runners take sh.
const SHELL = findProgram("BASH", ["bash"]) ?? "sh";

/** A checkout with the snippet as its script. build.sh replaces `npm ci`, and the lock has a name of this test. */
class Job {
  readonly name = `${team}/${uniqueName()}`;
  readonly folder = mkdtempSync(join(tmpdir(), "leasehound-job-"));

  constructor(runner: Runner, change: (line: string) => string = (line) => line) {
    const lines = linesOf(runner);
    expect(lines.join("\n")).toMatch(/^npm ci\nexec node_modules\/.bin\/leasehound run ci\/deploy .* -- .\/deploy.sh$/);
    const known = lines.map((line) => line.replace("npm ci", "./build.sh").replace("ci/deploy", this.name));
    writeFileSync(join(this.folder, "step.sh"), known.map(change).join("\n"));
    mkdirSync(join(this.folder, "node_modules/.bin"), { recursive: true });
    this.write("node_modules/.bin/leasehound", `exec "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"`);
    this.write("build.sh", "echo building");
  }

  write(path: string, code: string): void {
    writeFileSync(join(this.folder, path), `#!/bin/sh\n${code}\n`);
    chmodSync(join(this.folder, path), 0o755);
  }

  start(): StartedProcess {
    // A shell that reads its script from a file replaces itself by no command, unless the script says so.
    const env = { ...process.env, LEASEHOUND_API_URL: url, LEASEHOUND_API_TOKEN: jobToken };
    // A runner starts the shell in a process group of its own.
    const child = spawn(SHELL, ["-e", "step.sh"], { cwd: this.folder, env, detached: true, stdio: "pipe" });
    return new StartedProcess(child, "the job");
  }

  isLocked(): Promise<boolean> {
    return locks.lock(this.name).isLocked();
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

const CANCEL: Record<Runner, (job: StartedProcess, grace: Grace) => Promise<void>> = {
  /** Signals for the shell, and at last SIGKILL for all of its descendants. */
  async "GitHub Actions"({ pid, ended }, [firstMs, secondMs]) {
    const tree = processTree(pid).map((one) => one.pid);
    send(pid, "SIGINT");
    if (await endsWithin(ended, firstMs)) return;
    send(pid, "SIGTERM");
    if (await endsWithin(ended, secondMs)) return;
    for (const one of [...tree, ...processTree(pid).map((each) => each.pid)]) send(one, "SIGKILL");
  },
  /** Signals for the process group of the shell. */
  async "GitLab CI"({ pid, ended }, [graceMs]) {
    send(-pid, "SIGTERM");
    if (await endsWithin(ended, graceMs)) return;
    send(-pid, "SIGKILL");
  },
};

function endsWithin(ended: Promise<Ended>, ms: number): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(ms, false)]);
}

/**
 * Cancels a job, and expects that it leaves nothing behind for longer than a lease. Returns how the shell ended.
 * @param grace default: the usual one
 * @param afterwards runs before that is checked
 */
async function cancelled(
  runner: Runner,
  job: Job,
  started: StartedProcess,
  grace: Grace = USUAL,
  afterwards: () => Promise<unknown> = async () => {},
): Promise<Ended> {
  const tree = processTree(started.pid).map(({ pid }) => pid);
  await CANCEL[runner](started, grace);
  const ended = await started.ended;
  await afterwards();
  await eventually(() => running(tree).length === 0);
  const next = await locks.lock(job.name).acquire({ waitMs: LEASE_MS + ALLOWANCE_MS });
  await next.release();
  return ended;
}

const RUNNERS = [
  ["GitHub Actions", 130],
  ["GitLab CI", 143],
] as const;

it.concurrent.each(RUNNERS)("a job of %s that is cancelled before its acquire holds nothing", async (runner) => {
  using job = new Job(runner);
  job.write("build.sh", "echo building; exec sleep 1000");
  await using started = job.start();
  await started.line(/building/);
  expect((await cancelled(runner, job, started, SHORT)).stdout).toBe("building\n");
});

it.concurrent.each(RUNNERS)("a job of %s that is cancelled while it waits ends with %i", async (runner, code) => {
  using job = new Job(runner);
  job.write("deploy.sh", "echo up");
  const holder = await locks.lock(job.name).acquire({ leaseMs: 60_000 });
  await using started = job.start();
  await started.errorText(/waiting for the lock/);
  const ended = await cancelled(runner, job, started, USUAL, () => holder.release());
  expect(ended).toMatchObject({ code, stdout: "building\n" });
});

it.concurrent.each(RUNNERS)(
  "a job of %s that is cancelled as soon as it has the lock ends with %i",
  async (runner, code) => {
    using job = new Job(runner);
    job.write("deploy.sh", "exec sleep 1000");
    await using started = job.start();
    await eventually(() => job.isLocked());
    expect(await cancelled(runner, job, started)).toMatchObject({ code });
  },
);

it.concurrent.each(RUNNERS)(
  "a job of %s that is cancelled while its command runs ends with %i",
  async (runner, code) => {
    using job = new Job(runner);
    job.write("deploy.sh", "sleep 1000 & echo up; sleep 1000");
    await using started = job.start();
    await started.line(/up/);
    expect(await cancelled(runner, job, started)).toMatchObject({ code });
    job.write("deploy.sh", "echo deployed");
    expect(await job.start().ended).toMatchObject({ code: 0, stdout: "building\ndeployed\n" });
  },
);

it.concurrent.each(RUNNERS)("a command that ends itself when %s cancels it decides the exit code", async (runner) => {
  using job = new Job(runner);
  job.write("deploy.sh", "trap 'echo rolled back; exit 3' INT TERM; echo up; while :; do sleep 0.05; done");
  await using started = job.start();
  await started.line(/up/);
  expect(await cancelled(runner, job, started)).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/rolled back/),
  });
});

it.concurrent.each(RUNNERS)("a command that ignores the signals of %s is killed", async (runner) => {
  using job = new Job(runner, (line) => line.replace(" -- ", " --kill-after 300ms -- "));
  job.write("deploy.sh", "trap '' INT TERM; echo up; while :; do sleep 0.05; done");
  await using started = job.start();
  await started.line(/up/);
  expect(await cancelled(runner, job, started, SHORT)).toMatchObject({ code: null, signal: "SIGKILL" });
});

it.concurrent.each(RUNNERS)("a job of %s that is cancelled while it releases holds nothing", async (runner, code) => {
  using job = new Job(runner);
  job.write("deploy.sh", "echo done");
  await using started = job.start();
  await started.line(/done/);
  expect([0, code]).toContain((await cancelled(runner, job, started)).code);
});

it.concurrent.each(RUNNERS)("a job of %s without exec leaves nothing behind either", async (runner) => {
  using job = new Job(runner, (line) => line.replace("exec ", ""));
  job.write("deploy.sh", "echo up; sleep 1000");
  await using started = job.start();
  await started.line(/up/);
  // GitHub's runner signals the shell alone, which ends without telling its child.
  expect((await cancelled(runner, job, started, SHORT)).code).toBeNull();
});
