// leasehound/vercel in a real `next start`: routes on Node and on the edge runtime.
import { describe, expect, it } from "vitest";
import { createLocks } from "../support/bare-locks.ts";
import { eventually } from "../support/eventually.ts";
import { uniqueName } from "../support/unique-name.ts";
import { heldUntil } from "./held-until.ts";

const { SITE_URL, UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "", LEASE_MS } = process.env;
const leaseMs = Number(LEASE_MS);
const locks = createLocks({ redis: { url, token }, leaseMs });

interface Route {
  readonly method: string;
  readonly path: (name: string) => string;
}
const query = (method: string, route: string): Route => ({ method, path: (name) => `${route}?order=${name}` });
const ROUTES = {
  node: { method: "POST", path: (name) => `node/${name}` },
  nodeStream: query("GET", "stream"),
  nodeThrows: query("POST", "throws"),
  edge: query("POST", "edge"),
  edgeStream: query("GET", "edge"),
  edgeThrows: query("DELETE", "edge"),
  edgeWorksOn: query("PUT", "edge"),
} satisfies Record<string, Route>;

function ask({ method, path }: Route, name: string, workMs = 0, signal?: AbortSignal): Promise<Response> {
  const target = new URL(`${SITE_URL}/api/${path(name)}`);
  target.searchParams.set("ms", String(workMs));
  return fetch(target, { method, ...(signal && { signal }) });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const isLocked = (name: string): Promise<boolean> => locks.lock(name).isLocked();
const isFree = async (name: string): Promise<boolean> => !(await isLocked(name));

describe.each(["node", "edge"] as const)("a route: %s", (runtime) => {
  const streaming = ROUTES[`${runtime}Stream`];

  it("holds the lock for longer than its lease, and lets go with its answer", async () => {
    const name = uniqueName();
    let answered = false;
    const asked = ask(ROUTES[runtime], name, 2.5 * leaseMs).finally(() => {
      answered = true;
    });
    await heldUntil(locks.lock(name), () => answered);
    const answer = await asked;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name, held: true });
    await eventually(() => isFree(name));
  });

  it("answers 423 with Retry-After while another has the lock", async () => {
    const name = uniqueName();
    await using _holder = await locks.lock(name).acquire({ leaseMs: 20_000 });
    const refused = await ask(streaming, name);
    expect(refused.status).toBe(423);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await refused.json()).toMatchObject({ status: 423, code: "LOCK_BUSY", remainingMs: expect.any(Number) });
  });

  it("answers 500 when its handler throws, and lets go", async () => {
    const name = uniqueName();
    expect((await ask(ROUTES[`${runtime}Throws`], name)).status).toBe(500);
    expect(await isFree(name)).toBe(true);
  });

  it("holds the lock until the end of a streamed body", async () => {
    const name = uniqueName();
    const answer = await ask(streaming, name, 2.5 * leaseMs);
    expect(answer.status).toBe(200);
    let read = false;
    const body = answer.text().finally(() => {
      read = true;
    });
    await heldUntil(locks.lock(name), () => read);
    expect(await body).toMatch(/^(row\n)+done$/);
    await eventually(() => isFree(name));
  });

  it("lets go when its client leaves in the middle of the body", async () => {
    const name = uniqueName();
    const client = new AbortController();
    const answer = await ask(streaming, name, 60_000, client.signal);
    await answer.body?.getReader().read();
    expect(await isLocked(name)).toBe(true);
    client.abort();
    await eventually(() => isFree(name));
  });

  it("lets go at the end of the handler whose client has left meanwhile", async () => {
    const name = uniqueName();
    const client = new AbortController();
    const asked = ask(ROUTES[runtime], name, 1_000, client.signal);
    await eventually(() => isLocked(name));
    client.abort();
    await expect(asked).rejects.toThrow();
    expect(await isLocked(name)).toBe(true);
    await eventually(() => isFree(name));
  });

  // Next.js neither reads nor cancels a body that nobody gets.
  it("lets go of a long body whose client has left before its first byte", async () => {
    const name = uniqueName();
    const client = new AbortController();
    const slow = { ...streaming, path: (of: string) => `${streaming.path(of)}&first=500` };
    const asked = ask(slow, name, 60_000, client.signal);
    await eventually(() => isLocked(name));
    client.abort();
    await expect(asked).rejects.toThrow();
    await eventually(() => isFree(name));
  });

  it("lets go when nobody asked for the body", async () => {
    const name = uniqueName();
    const answer = await ask({ ...streaming, method: "HEAD" }, name);
    expect(answer.status).toBe(200);
    await eventually(() => isFree(name));
  });
});

// On Node that is `after`: see the examples.
it("a route on the edge runtime works on after its response with the lock renewed, and lets go at the end of that work", async () => {
  const name = uniqueName();
  const start = performance.now();
  const answer = await ask(ROUTES.edgeWorksOn, name, 2.5 * leaseMs);
  expect([answer.status, await answer.json()]).toEqual([202, { accepted: name }]);
  expect(performance.now() - start).toBeLessThan(leaseMs);
  await heldUntil(locks.lock(name), () => performance.now() - start > 2.4 * leaseMs);
  await eventually(() => isFree(name));
});

it("a client that leaves ends its request's wait for the lock", async () => {
  const name = uniqueName();
  const holder = await locks.lock(name).acquire({ leaseMs: 20_000 });
  const client = new AbortController();
  const asked = ask(ROUTES.node, name, 5_000, client.signal);
  setTimeout(() => client.abort(), 300);
  await expect(asked).rejects.toThrow();
  await pause(300);
  await holder.release();
  await pause(500);
  expect(await isFree(name)).toBe(true);
});

it("there is no context in next start on Node, and that is said", async () => {
  const answer = await fetch(`${SITE_URL}/api/context`);
  expect(await answer.json()).toEqual({ code: "NO_WAIT_UNTIL" });
});
