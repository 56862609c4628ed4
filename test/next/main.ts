// npm run test:next [-- OPTIONS OF VITEST]
// A real Next.js: the site is built by `next build`, and served by `next start` in front of a gateway.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { startGateway } from "../../scripts/gateway/index.ts";
import { installSite, NoNext } from "./install-site.ts";
import { buildSite, type Server, startSite, unhandledIn } from "./serve-site.ts";

// Short, so that renewals show soon.
const LEASE_MS = 1_000;

const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

async function timed<T>(what: string, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work;
  console.log(`${what}: ${seconds(start)}`);
  return result;
}

async function testSite(): Promise<number> {
  await timed("next build", buildSite());
  const gateway = await startGateway();
  let server: Server | undefined;
  try {
    const redis = { UPSTASH_REDIS_REST_URL: gateway.url, UPSTASH_REDIS_REST_TOKEN: gateway.token };
    server = await timed("next start", startSite("server", { ...redis, LEASE_MS: String(LEASE_MS) }));
    const tests = spawn("vitest", ["run", "--config", "test/next/vitest.config.ts", ...process.argv.slice(2)], {
      stdio: "inherit",
      env: { ...process.env, ...redis, LEASE_MS: String(LEASE_MS), SITE_URL: server.url },
    });
    // Whoever ends this one alone ends them too, and then the server.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => tests.kill(signal));
    const [code] = await once(tests, "exit");
    if (code !== 0) console.error(`the server said:\n${readFileSync(server.log, "utf8")}`);
    const unhandled = unhandledIn(server);
    if (unhandled === undefined) return code ?? 1;
    console.error(`the server had an error that nobody handled:\n${unhandled}`);
    return 1;
  } finally {
    await server?.stop();
    await gateway.close();
  }
}

async function reasonToSkip(): Promise<string | undefined> {
  try {
    await timed("npm install", installSite());
    return undefined;
  } catch (error) {
    if (error instanceof NoNext) return "npm could not get it";
    throw error;
  }
}

const reason = await reasonToSkip();
if (reason !== undefined) console.log(`skipped: the tests with a real Next.js need its package, and ${reason}`);
else process.exitCode = await testSite();
