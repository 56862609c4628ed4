// The README's code is compiled against the built package, and run; that of the page on Durable Objects is compiled.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { createLocks } from "../../src/index.ts";
import { eventually } from "../support/eventually.ts";

// Outside node_modules: Node strips no types in there.
const folder = ".cache/readme";
const blocks = blocksOf("README.md");
const compiledOnly = blocksOf("docs/durable-objects.md");
const redis = inject("shared");

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { path, code } of [...blocks, ...compiledOnly]) writeFileSync(path, code);
});

function blocksOf(page: string): { runtime: string | undefined; code: string; path: string }[] {
  const found = readFileSync(page, "utf8").matchAll(/^```ts (worker|node|route)\n(.*?)^```$/gms);
  const name = page.replace(/\W/g, "-");
  return [...found].map(([, runtime, code], index) => {
    return { runtime, code: code ?? "", path: `${folder}/${name}-${index}-${runtime}.ts` };
  });
}

describe("the README's code", () => {
  it("is all marked with where it runs", () => {
    expect(readFileSync("README.md", "utf8").match(/^```ts/gm)).toHaveLength(blocks.length);
    expect(blocks.length).toBeGreaterThanOrEqual(3);
  });

  it.each(["worker", "node", "route"])("compiles strictly: %s", (runtime) => {
    const env = `interface Env { UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string; PAYMENTS_URL: string;
      JOBS_URL: string; LEASE_WATCHDOG: DurableObjectNamespace<import("leasehound/durable-object").LeaseWatchdog> }`;
    const types = runtime === "worker" ? ["@cloudflare/workers-types"] : ["node"];
    const lib = runtime === "worker" ? ["es2022", "esnext.disposable"] : ["es2022", "esnext.disposable", "dom"];
    writeFileSync(`${folder}/${runtime}.d.ts`, runtime === "worker" ? env : "");
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      lib,
      types,
    };
    const files = [
      ...[...blocks, ...compiledOnly].filter((block) => block.runtime === runtime).map(({ path }) => path),
      `${folder}/${runtime}.d.ts`,
    ];
    const config = { compilerOptions, files: files.map((path) => path.replace(folder, ".")) };
    writeFileSync(`${folder}/${runtime}.tsconfig.json`, JSON.stringify(config));
    execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", `${folder}/${runtime}.tsconfig.json`], {
      encoding: "utf8",
    });
  });

  it.each(blocks.filter(({ runtime }) => runtime === "node"))("runs: $path", ({ path }) => {
    const env = { ...process.env, UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
    expect(execFileSync(process.execPath, [path], { env, encoding: "utf8" })).toMatch(
      /running alone as|written by|it is the turn of/,
    );
  });

  it.each(blocks.filter(({ runtime }) => runtime === "route"))("runs: $path", ({ path }) => {
    const env = { ...process.env, UPSTASH_REDIS_REST_URL: redis.url, UPSTASH_REDIS_REST_TOKEN: redis.token };
    const call = `import { POST } from "./${path}";
      const request = new Request("http://localhost/", { method: "POST", body: JSON.stringify({ month: "May" }) });
      console.log(await (await POST(request)).text());`;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", call], { env, encoding: "utf8" })).toBe(
      '{"invoiced":"May"}\n',
    );
  });

  it.each(blocks.filter(({ runtime }) => runtime === "worker"))("runs: $path", async ({ path, code }) => {
    const name = /(?:lock\(|name: )"([^"]+)"/.exec(code)?.[1] ?? "";
    const lock = createLocks({ redis }).lock(name);
    let lockedMeanwhile = false;
    // Whatever the example asks for: a payment, or a job that gives back the hold it was sent.
    const payments = createServer(async (request, response) => {
      lockedMeanwhile = await lock.isLocked();
      const hold = await text(request);
      if (hold !== "") await lock.release(hold);
      response.end("paid");
    });
    await new Promise<void>((resolve) => payments.listen(0, "127.0.0.1", resolve));
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      format: "esm",
      target: "es2022",
      external: ["cloudflare:workers"],
      write: false,
    });
    const asText = (value: string): { type: "text"; value: string } => ({ type: "text", value });
    const miniflare = new Miniflare({
      workers: [
        {
          config: {
            name: "readme",
            compatibilityDate: "2026-11-17",
            manifest: {
              mainModule: "index.mjs",
              modules: { "index.mjs": { type: "esm", contents: outputFiles[0]?.text ?? "" } },
            },
            env: {
              UPSTASH_REDIS_REST_URL: asText(redis.url),
              UPSTASH_REDIS_REST_TOKEN: asText(redis.token),
              PAYMENTS_URL: asText(`http://127.0.0.1:${(payments.address() as AddressInfo).port}/`),
              JOBS_URL: asText(`http://127.0.0.1:${(payments.address() as AddressInfo).port}/`),
              ...(code.includes("LeaseWatchdog") && {
                LEASE_WATCHDOG: { type: "durable-object", worker: "readme", exportName: "LeaseWatchdog" },
              }),
            },
            ...(code.includes("LeaseWatchdog") && {
              exports: { LeaseWatchdog: { type: "durable-object", storage: "sqlite" } },
            }),
          },
        },
      ],
    });
    const response = await fetch(await miniflare.ready);
    expect([200, 202]).toContain(response.status);
    await eventually(() => lockedMeanwhile);
    await eventually(async () => !(await lock.isLocked()));
    await miniflare.dispose();
    payments.close();
  });
});
