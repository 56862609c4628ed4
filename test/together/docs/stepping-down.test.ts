// The programs of docs/jobs whose holder steps down when somebody waits: as processes, the uploads with the real tus.
import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { standingKey } from "../../../src/lock/keys.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { freePort } from "../../../src/tools/gateway/redis-server.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { type CodeBlock, codeBlocks, compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";

const folder = ".cache/stepping-down";
const found = codeBlocks(["leader", "leaving", "backup", "tus"], folder);

/** Returns the block of the pages with this marker, in a file that others import by this name. */
function block(marker: string): CodeBlock {
  const [one, ...more] = found.filter((each) => each.marker === marker);
  if (one === undefined || more.length > 0) throw new Error(`the pages need one block of: ${marker}`);
  return { ...one, path: join(folder, `${marker === "leader" ? "campaign" : marker}.ts`) };
}

const blocks = ["leader", "leaving", "backup", "tus"].map(block);

// What the programs of the pages import, and what calls them. All processes append to one log.
const LOG = `
import { appendFileSync } from "node:fs";
const log = (what: string): void =>
  appendFileSync(process.env["LOG"] ?? "", \`\${what} \${process.env["NAME"]} \${Date.now()}\\n\`);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));`;
const MAIL = `${LOG}
process.once("SIGTERM", () => log("told"));
export async function readMail(_: AbortSignal): Promise<void> {
  log("begins");
  await pause();
  log("ends");
}`;
const BACKUP = `${LOG}
import { stepByStep } from "./backup.ts";
const step = (_: unknown, nth: number) => async (): Promise<void> => {
  log(\`begins:\${nth}\`);
  await pause();
  log("ends");
};
await stepByStep(Array.from({ length: Number(process.env["STEPS"]) }, step));`;

let gateway: Gateway;
let locks: Locks;
let log: string;
const started: StartedProcess[] = [];

beforeAll(() => {
  writeCodeBlocks(folder, blocks);
  symlinkSync(resolve("test/others/node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "mail.ts"), MAIL);
  writeFileSync(join(folder, "runs-backup.ts"), BACKUP);
});

// The programs have fixed names: they need a Redis of their own.
beforeEach(async () => {
  gateway = await startGateway();
  locks = createLocks({ redis: gateway });
  log = join(await mkdtemp(join(tmpdir(), "stepping-down-")), "log");
  writeFileSync(log, "");
});
afterEach(async () => {
  locks.close();
  await Promise.all(started.splice(0).map((one) => one[Symbol.asyncDispose]()));
  await gateway.close();
});

/** Starts a module as a process with this name in the log. */
function start(path: string, name: string, more: Record<string, string> = {}): StartedProcess {
  const redis = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
  const one = startNode([path], { ...redis, LOG: log, NAME: name, ...more });
  started.push(one);
  return one;
}

interface Line {
  readonly what: string;
  readonly name: string;
  readonly at: number;
}

/** Returns the lines of the log, in their order. */
function lines(): Line[] {
  const whole = readFileSync(log, "utf8").split("\n").slice(0, -1);
  return whole.map((line) => {
    const [what = "", name = "", at] = line.split(" ");
    return { what, name, at: Number(at) };
  });
}

const count = (what: string, name: string): number =>
  lines().filter((line) => line.what === what && line.name === name).length;

it("the programs compile strictly", () => {
  compileStrictly(folder, "programs", "node", blocks);
});

describe("a leader that is told to end", () => {
  /** Starts a candidate that grants itself this time after SIGTERM. */
  function candidate(name: string, graceMs: number): StartedProcess {
    const code = block("leaving").code.replaceAll('.js";', '.ts";').replace("20_000", String(graceMs));
    const path = join(folder, `leaving-${name}.ts`);
    writeFileSync(path, code);
    return start(path, name);
  }

  const NEVER_MS = 600_000;
  const leads = (name: string): Promise<boolean> => eventually(() => count("ends", name) > 2);

  /** Checks that the first one ended in peace before the second one led. Returns the reply to its release. */
  async function expectOneAfterTheOther(former: StartedProcess): Promise<unknown> {
    await leads("second");
    expect(await former.ended).toMatchObject({ code: 0, stderr: "" });
    const both = lines().filter(({ what }) => what !== "told");
    const from = both.findIndex(({ name }) => name === "second");
    expect(both.slice(from).filter(({ name }) => name === "first")).toEqual([]);
    expect(both[from - 1]).toMatchObject({ what: "ends", name: "first" });
    const released = gateway.witness().find(({ reply }) => Array.isArray(reply) && reply.includes("released"));
    console.log(`the next leader led ${(both[from]?.at ?? 0) - (released?.atMs ?? 0)} ms after the release`);
    return released?.reply;
  }

  it("hands over to a successor that waits", async () => {
    const first = candidate("first", NEVER_MS);
    await leads("first");
    candidate("second", NEVER_MS);
    await eventually(async () => (await command(gateway, "EXISTS", standingKey("lock:mailbox"))) === 1);
    first.signal("SIGTERM");
    // By its message, before the successor has sent anything.
    expect(await expectOneAfterTheOther(first)).toContain("granted");
  });

  it("leads on until a successor waits", async () => {
    const first = candidate("first", NEVER_MS);
    await leads("first");
    first.signal("SIGTERM");
    await eventually(() => count("told", "first") === 1);
    const before = count("ends", "first");
    await eventually(() => count("ends", "first") > before + 5);
    candidate("second", NEVER_MS);
    await expectOneAfterTheOther(first);
  });

  it("ends without a successor after a time, and leaves the lock free", async () => {
    const first = candidate("first", 200);
    await leads("first");
    first.signal("SIGTERM");
    expect(await first.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await locks.fencedLock("mailbox").isLocked()).toBe(false);
  });
});

describe("a backup", () => {
  const steps = (): string[] => lines().flatMap(({ what, name }) => (name === "backup" ? what : []));
  const inOrder = (many: number): string[] =>
    Array.from({ length: many }, (_, nth) => [`begins:${nth}`, "ends"]).flat();

  it("runs all of its steps in order", async () => {
    const backup = start(join(folder, "runs-backup.ts"), "backup", { STEPS: "5" });
    expect(await backup.ended).toMatchObject({ code: 0, stderr: "" });
    expect(steps()).toEqual(inOrder(5));
    expect(await locks.fairLock("database").isLocked()).toBe(false);
  });

  it.each(["auto", "poll"] as const)("lets all go first that wait, in their order, wait: %s", async (wait) => {
    const backup = start(join(folder, "runs-backup.ts"), "backup", { STEPS: "1000000" });
    await eventually(() => steps().length > 4);
    const lock = locks.fairLock("database");
    // Holds the backup up, so that all of them wait at its release.
    backup.signal("SIGSTOP");
    const hotfixes: Promise<void>[] = [];
    for (const name of ["hotfix-1", "hotfix-2", "hotfix-3"]) {
      const fix = lock.withLock(() => appendFileSync(log, `fixes ${name} ${Date.now()}\n`), { wait, waitMs: 60_000 });
      hotfixes.push(fix);
      await eventually(async () => (await lock.inspect()).queueLength === hotfixes.length);
    }
    backup.signal("SIGCONT");
    await Promise.all(hotfixes);
    const before = steps().length;
    await eventually(() => steps().length > before + 4);
    const all = lines();
    const from = all.findIndex(({ what }) => what === "fixes");
    expect(all.slice(from, from + 3).map(({ name }) => name)).toEqual(["hotfix-1", "hotfix-2", "hotfix-3"]);
    await backup.kill();
    expect(steps()).toEqual(inOrder(steps().length).slice(0, steps().length));
  });
});

describe("an upload over tus", () => {
  const headers = { "tus-resumable": "1.0.0" };
  const content = Buffer.from("0123456789".repeat(1_000));
  const half = content.length / 2;

  /** Starts a server, and returns its address. */
  async function serve(uploads: string): Promise<string> {
    const port = await freePort();
    start(block("tus").path, "tus", { UPLOADS: uploads, PORT: String(port) });
    const url = `http://127.0.0.1:${port}/files`;
    await eventually(() =>
      fetch(url, { method: "OPTIONS" }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return url;
  }

  /** Sends the first half of a body, whose rest never comes. */
  function sendHalf(url: string): ClientRequest {
    const length = {
      "upload-offset": 0,
      "content-type": "application/offset+octet-stream",
      "content-length": content.length,
    };
    const sent = request(url, { method: "PATCH", headers: { ...headers, ...length } });
    sent.on("error", () => {}); // it is destroyed in the end
    sent.write(content.subarray(0, half));
    return sent;
  }

  it.each(["another", "the same"])("is taken over by a request at %s server", async (where) => {
    const uploads = await mkdtemp(join(tmpdir(), "stepping-down-"));
    const first = await serve(uploads);
    const second = where === "another" ? await serve(uploads) : first;
    const created = await fetch(first, {
      method: "POST",
      headers: { ...headers, "upload-length": String(content.length) },
    });
    expect(created.status).toBe(201);
    const id = created.headers.get("location")?.split("/").at(-1) ?? "";
    const hanging = sendHalf(`${first}/${id}`);
    const stored = (): Promise<Buffer> => readFile(join(uploads, id));
    await eventually(async () => (await stored()).length === half);
    expect(await locks.lock(`uploads:${id}`).isLocked()).toBe(true);
    const askedAt = Date.now();
    const asked = await fetch(`${second}/${id}`, { method: "HEAD", headers });
    console.log(`${where} server answered after ${Date.now() - askedAt} ms`);
    expect([asked.status, asked.headers.get("upload-offset")]).toEqual([200, String(half)]);
    const more = { "upload-offset": String(half), "content-type": "application/offset+octet-stream" };
    const body = content.subarray(half);
    const resumed = await fetch(`${second}/${id}`, { method: "PATCH", headers: { ...headers, ...more }, body });
    expect([resumed.status, resumed.headers.get("upload-offset")]).toEqual([204, String(content.length)]);
    expect((await stored()).equals(content)).toBe(true);
    await eventually(async () => !(await locks.lock(`uploads:${id}`).isLocked()));
    hanging.destroy();
  });
});
