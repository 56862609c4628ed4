// The built core in a workerd without Node compatibility: the published package runs without `process` and `node:`
// modules.
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";

const worker = `
import { createLocks, isLockError } from "leasehound";
// The top level of a Worker has no I/O and no randomness; creating locks must not need them.
let locks;
const unhandled = [];
addEventListener("unhandledrejection", (event) => unhandled.push(String(event.reason)));
export default {
  async fetch(request, env, ctx) {
    locks ??= createLocks({ redis: { url: env.URL, token: env.TOKEN }, leaseMs: 1000 });
    const lock = locks.lock(env.NAME);
    const held = await lock.acquire();
    const kept = held.keepAlive(ctx);
    const refused = await lock.tryAcquire();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const counts = await held.check();
    const resumed = await locks.resume(held.serialize());
    const outcome = await resumed.release();
    const repeated = await held.release();
    const bad = await lock.acquire({ leaseMs: 1 }).catch((error) => isLockError(error) && error.option);
    const gone = createLocks({ redis: { url: "http://127.0.0.1:1", token: "x" } });
    const away = await gone.lock("x").tryAcquire().catch((error) => error.code);
    await new Promise((resolve) => setTimeout(resolve, 0));
    return Response.json({
      hasProcess: typeof process, hasBuffer: typeof Buffer, refused, counts, outcome, repeated, bad, away, unhandled,
      ended: await kept.ended,
    });
  },
};
const top = createLocks({ redis: { url: "https://example.com", token: "x" } }).lock("made at the top");
`;

let miniflare: Miniflare;

beforeAll(async () => {
  const bundled = await build({
    stdin: { contents: worker, resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    write: false,
    platform: "neutral",
  });
  const { url, token } = await sharedGateway();
  miniflare = new Miniflare({
    workers: [
      {
        config: {
          name: "bare",
          compatibilityDate: "2026-10-23",
          compatibilityFlags: ["no_nodejs_compat", "no_nodejs_compat_v2"],
          manifest: {
            mainModule: "index.mjs",
            modules: { "index.mjs": { type: "esm", contents: bundled.outputFiles[0]?.text ?? "" } },
          },
          env: {
            URL: { type: "text", value: url },
            TOKEN: { type: "text", value: token },
            NAME: { type: "text", value: uniqueName() },
          },
        },
      },
    ],
  });
});
afterAll(() => miniflare.dispose());

it("the core acquires, waits, keeps alive, resumes and releases without Node compatibility", async () => {
  const response = await fetch(await miniflare.ready);
  expect(await response.json()).toEqual({
    hasProcess: "undefined",
    hasBuffer: "undefined",
    refused: null,
    counts: true,
    outcome: { outcome: "released", holdCount: 0 },
    repeated: { outcome: "released-elsewhere", holdCount: 0 },
    bad: "leaseMs",
    // workerd does not report whether a lost connection had carried the request.
    away: "OUTCOME_UNKNOWN",
    unhandled: [],
    ended: { reason: "released", renewals: expect.any(Number) },
  });
});
