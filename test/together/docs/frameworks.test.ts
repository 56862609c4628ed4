// The programs of docs/platforms/in-your-framework.md, with the real frameworks of test/others: compiled strictly, and run as
// processes. test/together/runtimes runs the command of Deno.
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { freePort } from "../../../src/tools/gateway/redis-server.ts";
import { type StartedProcess, startNode } from "../../support/child-process.ts";
import { type CodeBlock, codeBlocks, compileStrictly, writeCodeBlocks } from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";
import { Service } from "../../support/service.ts";

const PAGE = "docs/platforms/in-your-framework.md";
/** The blocks that compile under the options of all pages. */
const PLAIN = ["express", "fastify", "hono-node", "vercel-cron", "lambda", "shutdown"];
const folder = ".cache/in-your-framework";
const nest = join(folder, "nest");
const blocks = codeBlocks([...PLAIN, "nest", "nest-test", "commonjs"], folder);
const plain = blocks.filter(({ marker }) => PLAIN.includes(marker));
const compiler = resolve("node_modules/typescript/bin/tsc");

function block(marker: string): CodeBlock {
  const [found, ...more] = blocks.filter((one) => one.marker === marker);
  if (found === undefined || more.length > 0) throw new Error(`the page needs one block of: ${marker}`);
  return found;
}

/** Returns the only block of the page in a language other than TypeScript. */
function otherBlock(language: string): string {
  const found = [...readFileSync(PAGE, "utf8").matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))];
  const [[, code = ""] = [], ...more] = found;
  if (code === "" || more.length > 0) throw new Error(`the page needs one block of: ${language}`);
  return code;
}

/** Returns the path that the first line of a program names. */
function placeOf(code: string): string {
  const [, place] = /^\/\/ ([\w./]+)/.exec(code) ?? [];
  if (place === undefined) throw new Error(`the first line names no file: ${code}`);
  return place;
}

/** Writes a program to a file that others import or start. */
function write(path: string, code: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
  return path;
}

// These blocks export a function: a server calls it, as the platform does.
const CRON_SERVER = `
import { serve } from "@hono/node-server";
import { GET } from "./${block("vercel-cron").path.replace(`${folder}/`, "")}";
serve({ fetch: GET, port: Number(process.env.PORT) });`;
const LAMBDA_SERVER = `
import { createServer } from "node:http";
import { handler } from "./${block("lambda").path.replace(`${folder}/`, "")}";
createServer(async (request, response) => {
  const event = { pathParameters: { order: request.url.split("/")[2] } };
  const context = { getRemainingTimeInMillis: () => Number(process.env.REMAINING_MS) };
  const { statusCode, body } = await handler(event, context).catch(() => ({ statusCode: 500 }));
  response.writeHead(statusCode).end(body);
}).listen(Number(process.env.PORT));`;
const NEST_MAIN = `
import { NestFactory } from "@nestjs/core";
import { InvoicesModule } from "./invoices.module.js";

const app = await NestFactory.create(InvoicesModule, { logger: false });
app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3000);`;
const NEST_OPTIONS = {
  target: "es2023",
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  isolatedModules: true,
  types: ["node"],
};

interface Program {
  readonly marker: string;
  /** The module that serves it. */
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly target: string;
  readonly lock: string;
  /** The status of a request while another one holds the lock. */
  readonly refused: number;
}

const rows = { method: "GET", target: "/rows/2027-05", lock: "rows:2027-05", refused: 423 } as const;
const express: Program = { marker: "express", path: block("express").path, ...rows };
const fastify: Program = { marker: "fastify", path: block("fastify").path, ...rows };
const hono: Program = { marker: "hono-node", path: block("hono-node").path, ...rows };
const nestjs: Program = {
  marker: "nest",
  path: join(folder, "nest-built/main.js"),
  method: "POST",
  target: "/orders/42/invoice",
  lock: "orders:42",
  refused: 409,
};
const shutdown: Program = {
  marker: "shutdown",
  path: block("shutdown").path,
  method: "POST",
  target: "/",
  lock: "report",
  refused: 503,
};
const cron: Program = {
  marker: "vercel-cron",
  path: join(folder, "cron-server.js"),
  method: "GET",
  target: "/api/cron/invoices",
  lock: "cron:invoices",
  refused: 423,
};
const lambda: Program = {
  marker: "lambda",
  path: join(folder, "lambda-server.js"),
  method: "POST",
  target: "/orders/42",
  lock: "orders:42",
  refused: 409,
};
const STREAMING = [express, fastify, hono];
const SERVERS = [...STREAMING, nestjs, shutdown];

// The programs have fixed names: they need a Redis of their own.
let gateway: Gateway;
beforeAll(async () => {
  writeCodeBlocks(folder, plain);
  symlinkSync(resolve("test/others/node_modules"), join(folder, "node_modules"));
  write(cron.path, CRON_SERVER);
  write(lambda.path, LAMBDA_SERVER);
  for (const { code } of [block("nest"), block("nest-test")]) write(join(nest, placeOf(code)), code);
  write(join(nest, "src", "main.ts"), NEST_MAIN);
  const options = { ...NEST_OPTIONS, rootDir: "src", outDir: "../nest-built" };
  write(join(nest, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["src"] }));
  write(join(nest, placeOf(otherBlock("js"))), otherBlock("js"));
  execFileSync(process.execPath, [compiler, "-p", nest], { encoding: "utf8" });
  gateway = await startGateway();
});
afterAll(() => gateway?.close());

let service: Service;
const started: StartedProcess[] = [];
beforeEach(async () => {
  service = new Service();
  await Promise.all([service.start(), command(gateway, "FLUSHALL")]);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one[Symbol.asyncDispose]()));
  service.stop();
});

function variables(): Record<string, string> {
  const names = ["ROWS_URL", "INVOICES_URL", "JOBS_URL", "PAYMENTS_URL", "REPORTS_URL"];
  return {
    UPSTASH_REDIS_REST_URL: gateway.url,
    UPSTASH_REDIS_REST_TOKEN: gateway.token,
    CRON_SECRET: "0123456789abcdef",
    REMAINING_MS: "30000",
    ...Object.fromEntries(names.map((name) => [name, service.url])),
  };
}

interface Served {
  readonly server: StartedProcess;
  readonly port: number;
  readonly ask: (init?: RequestInit) => Promise<Response>;
}

/** Starts a program, and waits until it listens. */
async function serve({ path, method, target }: Program, more: Record<string, string> = {}): Promise<Served> {
  const port = await freePort();
  const server = startNode([path], { ...variables(), PORT: String(port), ...more });
  started.push(server);
  const hasEnded = server.ended.then(({ stderr }) => {
    throw new Error(`the program has ended:\n${stderr}`);
  });
  // It reaches the caller by the race below, if the program ends before it listens.
  hasEnded.catch(() => {});
  await Promise.race([hasEnded, eventually(() => isListening(port))]);
  const authorization = `Bearer ${variables()["CRON_SECRET"]}`;
  const url = `http://127.0.0.1:${port}${target}`;
  return { server, port, ask: (init) => fetch(url, { method, headers: { authorization }, ...init }) };
}

/** Returns whether a program takes connections. A request would keep its connection open after the program has closed. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

const isLocked = (name: string): Promise<boolean> => createLocks({ redis: gateway }).lock(name).isLocked();

describe("the programs of the page", () => {
  it("compile strictly", () => {
    expect(plain).toHaveLength(PLAIN.length);
    compileStrictly(folder, "frameworks", "node", plain);
  });

  it.each([...SERVERS, cron, lambda])(
    "$marker serves one request, refuses another one, and frees the lock",
    async (program) => {
      const { ask } = await serve(program);
      const answerAll = service.hold();
      const first = ask();
      await eventually(() => service.calls.length === 1);
      expect(await isLocked(program.lock)).toBe(true);
      expect((await ask()).status).toBe(program.refused);
      answerAll();
      expect((await first).status).toBe(program === nestjs ? 201 : 200);
      await (await first).text();
      await eventually(async () => !(await isLocked(program.lock)));
      const next = await ask();
      expect(next.status).toBe((await first).status);
      await next.text();
      expect(service.calls).toHaveLength(2);
    },
  );
});

describe("a lock that covers a response", () => {
  /** More than the buffers between the program and its client. */
  const MUCH = "x".repeat(32 * 2 ** 20);

  it.each(STREAMING)("$marker keeps it until the client has read the last byte", async (program) => {
    const { ask } = await serve(program);
    service.answer = { status: 200, body: MUCH };
    const answer = await ask();
    expect(await isLocked(program.lock)).toBe(true);
    expect((await ask()).status).toBe(423);
    expect((await answer.text()).length).toBe(MUCH.length);
    await eventually(async () => !(await isLocked(program.lock)));
  });

  it.each(STREAMING)("$marker frees it when the client leaves, before the first byte or later", async (program) => {
    const { ask } = await serve(program);
    service.answer = { status: 200, body: MUCH };
    const later = new AbortController();
    await ask({ signal: later.signal });
    expect(await isLocked(program.lock)).toBe(true);
    later.abort();
    await eventually(async () => !(await isLocked(program.lock)));

    const answerAll = service.hold();
    const before = new AbortController();
    const asked = ask({ signal: before.signal });
    await eventually(() => service.calls.length === 2);
    before.abort();
    await expect(asked).rejects.toThrow();
    await eventually(async () => !(await isLocked(program.lock)));
    answerAll();
    // The program still serves.
    service.answer = { status: 200, body: "done" };
    expect(await (await ask()).text()).toBe("done");
  });
});

describe("SIGTERM", () => {
  /** Sends the signal, and waits until the program takes no new request. */
  async function terminate({ server, port }: Served): Promise<void> {
    server.signal("SIGTERM");
    await eventually(async () => !(await isListening(port)));
  }

  it.each(SERVERS)("$marker answers the running request, frees the lock, and ends", async (program) => {
    const served = await serve(program);
    const answerAll = service.hold();
    // A connection that stays open delays the end by seconds. The program of Fastify shortens that.
    const first = served.ask(program === fastify ? {} : { headers: { connection: "close" } });
    await eventually(() => service.calls.length === 1);
    await terminate(served);
    expect(await isLocked(program.lock)).toBe(true);
    answerAll();
    expect((await first).status).toBe(program === nestjs ? 201 : 200);
    await (await first).text();
    const { code, signal } = await served.server.ended;
    // NestJS repeats the signal when it has closed.
    expect([code, signal]).toEqual(program === nestjs ? [null, "SIGTERM"] : [0, null]);
    expect(await isLocked(program.lock)).toBe(false);
  });

  it("shutdown ends work that takes too long, and frees its lock", async () => {
    const { code, path } = block("shutdown");
    const hasty = code.replace("20_000", "500");
    expect(hasty).not.toBe(code);
    const served = await serve({ ...shutdown, path: write(path.replace(".ts", "-hasty.ts"), hasty) });
    const answerAll = service.hold();
    const first = served.ask({ headers: { connection: "close" } });
    await eventually(() => service.calls.length === 1);
    served.server.signal("SIGTERM");
    expect((await first).status).toBe(503);
    expect(await served.server.ended).toMatchObject({ code: 0, stderr: "" });
    expect(await isLocked("report")).toBe(false);
    answerAll();
  });
});

describe("Vercel cron", () => {
  it("requests the path of the route", () => {
    const { crons } = JSON.parse(otherBlock("json"));
    expect(crons).toEqual([{ path: cron.target, schedule: "0 3 * * *" }]);
    expect(placeOf(block("vercel-cron").code)).toBe(`app${cron.target}/route.ts`);
  });

  it.each([
    ["without the header", {}, {}],
    ["with another secret", {}, { authorization: "Bearer 0123456789abcdeX" }],
    ["with an empty secret", { CRON_SECRET: "" }, { authorization: "Bearer " }],
  ])("a request %s gets 401, and starts nothing", async (_, more, headers) => {
    const { ask } = await serve(cron, more);
    expect((await ask({ headers })).status).toBe(401);
    expect(service.calls).toEqual([]);
  });

  it("a request gets 401 in a project without a secret", async () => {
    const { CRON_SECRET, ...others } = variables();
    const call = `const { GET } = await import(${JSON.stringify(resolve(block("vercel-cron").path))});
      const headers = { authorization: "Bearer " + process.env.CRON_SECRET };
      console.log((await GET(new Request("http://localhost/", { headers }))).status);`;
    expect(CRON_SECRET).toBeDefined();
    await using asked = startNode(["--input-type=module", "-e", call], others);
    expect(await asked.ended).toMatchObject({ code: 0, stdout: "401\n" });
  });
});

describe("AWS Lambda", () => {
  it("the handler ends its work before the timeout of the function, and frees the lock", async () => {
    const { ask } = await serve(lambda, { REMAINING_MS: "1500" });
    const answerAll = service.hold();
    expect((await ask()).status).toBe(500);
    expect(service.calls).toHaveLength(1);
    expect(await isLocked(lambda.lock)).toBe(false);
    answerAll();
  });
});

describe("NestJS", () => {
  const run = promisify(execFile);
  const spec = join(nest, placeOf(block("nest-test").code));

  it("answers 502 after work that failed, and frees the lock", async () => {
    const { ask } = await serve(nestjs);
    service.answer = { status: 500, body: "" };
    expect((await ask()).status).toBe(502);
    expect(await isLocked(nestjs.lock)).toBe(false);
  });

  it("has a test that passes in Vitest", async () => {
    const words = [resolve("node_modules/vitest/vitest.mjs"), "run"];
    const { stdout } = await run(process.execPath, words, { cwd: nest, env: { ...process.env, NO_COLOR: "1" } });
    expect(stdout).toMatch(/Tests +1 passed/);
  });

  it("has a test that passes in Jest with ts-jest", async () => {
    // "Jest needs no import", as the block says.
    const code = readFileSync(spec, "utf8");
    const withoutImport = code.replace(/^import .* from "vitest";.*\n/m, "");
    expect(withoutImport).not.toBe(code);
    writeFileSync(spec, withoutImport);
    const words = ["--experimental-vm-modules", resolve("test/others/node_modules/jest/bin/jest.js")];
    const { stderr } = await run(process.execPath, words, { cwd: nest }).finally(() => writeFileSync(spec, code));
    expect(stderr).toMatch(/Tests: +1 passed/);
  });
});

describe("CommonJS", () => {
  const STATIC = 'import { createLocks } from "leasehound";\nconsole.log(typeof createLocks);\n';

  /** Compiles a module of CommonJS. Returns the errors. */
  function compile(path: string, module: string): Promise<string> {
    const config = path.replace(".cts", `-${module}.json`);
    const compilerOptions = { module, target: "es2022", strict: true, skipLibCheck: true, types: ["node"] };
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [resolve(path)] }));
    return promisify(execFile)(process.execPath, [compiler, "-p", config]).then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  }

  it("the program compiles with node16, and runs", async () => {
    const { code } = block("commonjs");
    const path = write(join(folder, placeOf(code)), code);
    expect(await compile(path, "node16")).toBe("");
    await using ran = startNode([path.replace(".cts", ".cjs")], variables());
    expect(await ran.ended).toMatchObject({ code: 0, stdout: "working alone\n" });
  });

  it("an import compiles to require with node20 and nodenext, and does not compile with node16", async () => {
    const path = write(join(folder, "static.cts"), STATIC);
    expect(await compile(path, "node16")).toContain("TS1479");
    expect([await compile(path, "nodenext"), await compile(path, "node20")]).toEqual(["", ""]);
    await using ran = startNode([path.replace(".cts", ".cjs")]);
    expect(await ran.ended).toMatchObject({ code: 0, stdout: "function\n" });
  });
});
