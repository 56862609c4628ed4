// The built package in the VM of Vercel's edge runtime, without Buffer, AbortSignal.any, and any process but the
// platform's.

import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { BackgroundWork } from "../../support/wait-until.ts";
import { asleep } from "../../support/waiting.ts";

const entry = `
import { createLocks, isLockError } from "leasehound";
import { locksFromEnv, vercelContext, lockRoute } from "leasehound/vercel";
globalThis.leasehound = { createLocks, isLockError, locksFromEnv, vercelContext, lockRoute };
`;

let bundle: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: process.cwd() },
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  bundle = outputFiles[0]?.text ?? "";
});

const { url, token } = await sharedGateway();

/**
 * Runs the body of an async function in the runtime, with leasehound's functions, the given names, and the platform's
 * context.
 */
function inEdge(body: string, names: Record<string, unknown> = {}, context?: object): Promise<unknown> {
  const vm = new EdgeVM({
    extend: (runtime) => {
      Reflect.set(runtime, "given", { ...names, redis: { url, token } });
      if (context !== undefined) Reflect.set(runtime, Symbol.for("@vercel/request-context"), { get: () => context });
      return runtime;
    },
  });
  vm.evaluate(bundle);
  return vm.evaluate(
    `(async ({ createLocks, isLockError, locksFromEnv, vercelContext, lockRoute }) => { ${body} })(leasehound)`,
  );
}

it("takes, renews, refuses, re-enters, resumes and releases", async () => {
  const told = await inEdge(
    `const locks = createLocks({ prefix: "", redis: given.redis, leaseMs: 6000 });
     const lock = locks.lock(given.name);
     const held = await lock.acquire();
     const kept = held.keepAlive({ waitUntil() {} });
     const refused = await lock.tryAcquire();
     await new Promise((resolve) => setTimeout(resolve, 7000));
     const inner = await lock.acquire({ owner: held.owner });
     const partial = await inner.release();
     const resumed = await locks.resume(held.serialize());
     const counts = await resumed.check();
     const busy = await lock.acquire({ waitMs: 0 }).catch((error) => isLockError(error) && error.code);
     const outcome = await held.release();
     return JSON.stringify({ any: typeof AbortSignal.any, refused, partial, counts, busy, outcome, ended: await kept.ended });`,
    { name: uniqueName() },
  );
  expect(JSON.parse(String(told))).toEqual({
    any: "undefined",
    refused: null,
    partial: { outcome: "still-held", holdCount: 1 },
    counts: true,
    busy: "LOCK_BUSY",
    outcome: { outcome: "released", holdCount: 0 },
    ended: { reason: "released", renewals: expect.any(Number) },
  });
});

it.each(["lock", "fairLock"] as const)("is woken by the release: %s", async (kind) => {
  const name = uniqueName();
  const holder = await createLocks({ redis: { url, token } })[kind](name).acquire();
  const waiting = inEdge(
    `const held = await createLocks({ prefix: "", redis: given.redis, pollMs: 60000 })[given.kind](given.name).acquire({ waitMs: 20000, onWait: given.onWait });
     await held.release();
     return "in";`,
    { name, kind, onWait: () => (refusals += 1) },
  );
  let refusals = 0;
  await asleep(() => refusals);
  await holder.release();
  expect(await waiting).toBe("in");
});

it("runs a route alone, and gives the release to the platform's waitUntil", async () => {
  const name = uniqueName();
  const background = new BackgroundWork();
  const context = { waitUntil: (promise: Promise<unknown>) => background.waitUntil(promise) };
  const told = await inEdge(
    `const route = lockRoute({ locks: createLocks({ prefix: "", redis: given.redis }), name: given.name }, async (request, held) => {
       return new Response(request.method + " " + held.name);
     });
     return (await route(new Request("http://localhost/", { method: "POST" }))).text();`,
    { name },
    context,
  );
  expect(told).toBe(`POST ${name}`);
  await background.settled();
  expect(await createLocks({ redis: { url, token } }).lock(name).isLocked()).toBe(false);
});

it("reports a missing request context", async () => {
  expect(await inEdge("try { vercelContext() } catch (error) { return error.code }")).toBe("NO_WAIT_UNTIL");
});

it("needs a context for keepAlive, and none for withLock", async () => {
  const told = await inEdge(
    `const locks = createLocks({ prefix: "", redis: given.redis, leaseMs: 6000 });
     return locks.withLock(given.name, async (held) => {
       await new Promise((resolve) => setTimeout(resolve, 7000));
       try { held.keepAlive() } catch (error) { return [held.signal.aborted, error.code, error.message] }
     });`,
    { name: uniqueName() },
  );
  expect(told).toEqual([false, "NO_WAIT_UNTIL", expect.stringContaining("vercelContext()")]);
});
