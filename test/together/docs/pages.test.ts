// The code of the docs is compiled against the built package. This file runs the README's and everything marked "node".
// examples, frameworks, jobs, server-examples, stepping-down, lock-api/docs, cli/suites (all .test.ts), the parts
// frameworks and hosts of test:full run the others.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { createLocks } from "../../../src/index.ts";
import {
  allCodeBlocks,
  codeBlocks,
  compileStrictly,
  PAGES,
  startWorker,
  writeCodeBlocks,
} from "../../support/code-blocks.ts";
import { eventually } from "../../support/eventually.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { Service } from "../../support/service.ts";

// Outside node_modules, where Node strips no types.
const folder = ".cache/pages";
const markers = ["worker", "node"];
const IN_JOBS = [
  "webhook",
  "overlap",
  "again",
  "leader",
  "leaving",
  "backup",
  "tus",
  "rotating",
  "refresh",
  "stampede",
  "turns",
  "interrupt",
  "streamed",
  "partner",
];
const RUN_ELSEWHERE = ["checkout", "cron", "room", "hono", "workers", "remote", "suite", ...IN_JOBS];
const IN_FRAMEWORKS = ["astro", "reactrouter", "bun", "deno", "next", "sveltekit", "nitro", "agents"];
const IN_HOSTS = ["host", "host-fails", "host-use"];
const OF_SERVERS = ["express", "fastify", "nest", "nest-test", "hono-node", "vercel-cron", "lambda", "shutdown"];
/** The Durable Objects of the examples, by binding. */
const OBJECTS = [
  ["LEASE_WATCHDOG", "LeaseWatchdog"],
  ["IMPORT", "Import"],
] as const;
const all = codeBlocks(markers, folder);
const blocks = all.filter(({ page }) => ["README.md", "docs/jobs/long-import.md"].includes(page));
const redis = await sharedGateway();
const env = {
  ...process.env,
  UPSTASH_REDIS_REST_URL: redis.url,
  UPSTASH_REDIS_REST_TOKEN: redis.token,
  REDIS_URL: redis.redisUrl,
};

beforeAll(() => {
  writeCodeBlocks(folder, all);
  // One example is for PostgreSQL.
  symlinkSync(resolve("test/others/node_modules"), join(folder, "node_modules"));
});

describe("the code of the pages", () => {
  it("names its platform in each block", () => {
    const known = [...markers, ...RUN_ELSEWHERE, ...IN_FRAMEWORKS, ...IN_HOSTS, ...OF_SERVERS, "commonjs"];
    const unknown = allCodeBlocks(folder).filter(({ marker }) => !known.includes(marker));
    expect(unknown.map(({ page, code }) => [page, code])).toEqual([]);
    expect(blocks.length).toBeGreaterThanOrEqual(3);
  });

  it.each(markers)("compiles strictly: %s", (marker) => {
    const ambient = `interface Env { LOCK_API_TOKEN: string; UPSTASH_REDIS_REST_URL: string; UPSTASH_REDIS_REST_TOKEN: string; PAYMENTS_URL: string;
      PRICES_URL: string; MODEL_URL: string; PARTNER_TOKEN_URL: string; PARTNER_URL: string;
      JOBS_URL: string; DB: D1Database; LOCKS: Fetcher;
      IMPORT: DurableObjectNamespace<Rpc.DurableObjectBranded & { begin(): Promise<boolean>; end(): Promise<void> }>; LEASE_WATCHDOG: DurableObjectNamespace<import("leasehound/durable-object").LeaseWatchdog> }`;
    const those = all.filter((block) => block.marker === marker);
    if (marker === "worker") compileStrictly(folder, marker, "worker", those, ambient);
    else compileStrictly(folder, marker, "node", those);
  });

  it.each(all.filter(({ marker }) => marker === "node"))("runs: $path", ({ path }) => {
    expect(execFileSync(process.execPath, [path], { env, encoding: "utf8" })).not.toBe("");
  });

  it.each(blocks.filter(({ marker }) => marker === "worker"))("runs: $path", async (block) => {
    const [, fixed, template = ""] =
      /(?:lock\(|name: (?:\(c\) => )?|acquire\(|singleFlight\(\s*)(?:"([^"]+)"|`([^`]+)`)/.exec(block.code) ?? [];
    // An example that takes the name from the path is asked for number 42.
    const name = fixed ?? template.replace(/\$\{[^}]*\}/, "42");
    const [, method = "get", path = "/"] = /app\.(get|post)\("([^"]+)"/.exec(block.code) ?? [];
    const address = (base: URL): URL => new URL(path.replace(":id", "42"), base);
    const lock = createLocks({ redis }).lock(name);
    let lockedMeanwhile = false;
    // Answers any request of an example: a payment, or a job that releases the hold it was sent.
    const payments = createServer(async (request, response) => {
      lockedMeanwhile ||= await lock.isLocked();
      const hold = await text(request);
      if (hold !== "") await lock.release(hold);
      // A reply that serves every example.
      response.end(JSON.stringify({ paid: true, access_token: "0123456789" }));
    });
    await new Promise<void>((resolve) => payments.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(payments.address() as AddressInfo).port}/`;
    const miniflare = await startWorker(
      block,
      {
        UPSTASH_REDIS_REST_URL: redis.url,
        UPSTASH_REDIS_REST_TOKEN: redis.token,
        PAYMENTS_URL: url,
        JOBS_URL: url,
        PRICES_URL: url,
        PARTNER_TOKEN_URL: url,
        PARTNER_URL: url,
      },
      Object.fromEntries(
        OBJECTS.filter(
          ([, exported]) => block.code.includes(`class ${exported}`) || block.code.includes(`{ ${exported} }`),
        ),
      ),
    );
    const asked = fetch(address(await miniflare.ready), { method });
    await eventually(async () => lockedMeanwhile || (await lock.isLocked()));
    expect([200, 202]).toContain((await asked).status);
    if (block.code.includes('"DELETE"')) await fetch(await miniflare.ready, { method: "DELETE" });
    await eventually(async () => !(await lock.isLocked()));
    await miniflare.dispose();
    payments.close();
  });

  // At the first date an error keeps its code over RPC, at the second one it does not.
  it.each(["2026-04-21", "2026-04-20"])(
    "keeps the lock of a Durable Object while its work may run, at %s",
    async (date) => {
      const block = blocks.find(({ code }) => code.includes('"DELETE"'));
      if (block === undefined) throw new Error("no page has this Durable Object");
      const jobs = new Service();
      await jobs.start();
      const texts = {
        UPSTASH_REDIS_REST_URL: redis.url,
        UPSTASH_REDIS_REST_TOKEN: redis.token,
        JOBS_URL: jobs.url,
      };
      const miniflare = await startWorker(block, texts, { IMPORT: "Import" }, date);
      const ask = async (method: string): Promise<number> => (await fetch(await miniflare.ready, { method })).status;
      jobs.answer = { status: 403, body: "" };
      expect([await ask("POST"), await ask("POST")]).toEqual([500, 500]);
      expect(jobs.calls).toHaveLength(2);
      jobs.answer = { status: 202, body: "" };
      expect([await ask("POST"), await ask("POST"), await ask("DELETE")]).toEqual([200, 409, 200]);
      jobs.answer = { status: 504, body: "" };
      expect([await ask("POST"), await ask("POST"), await ask("DELETE")]).toEqual([500, 409, 200]);
      jobs.stop();
      expect([await ask("POST"), await ask("POST"), await ask("DELETE")]).toEqual([500, 409, 200]);
      await miniflare.dispose();
    },
  );
});

describe("the pages", () => {
  const pages = ["CHANGELOG.md", ...PAGES];

  /** Returns a page's anchors as GitHub makes them. */
  function anchors(page: string): string[] {
    const headings = [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    return headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, "")
        .replaceAll(" ", "-"),
    );
  }

  it.each(pages)("have a target for each link in %s", (page) => {
    const links = [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      if (/^https:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !anchors(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});
