// Every framework's routes run alone with a renewed lock, and release it at any end of the response.
import { describe, expect, it } from "vitest";
import { createLocks, type Locks } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";
import type { Endpoint } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { heldUntil } from "./held-until.ts";
import type { Server } from "./site-server.ts";

/** Short, so that renewals show soon. */
export const LEASE_MS = 1_000;

export interface Route {
  readonly method: string;
  /** Its path, for an order. */
  readonly path: (order: string) => string;
}

export interface Routes {
  /** Works for `ms`. */
  readonly work: Route;
  /** Streams for `ms`, starting after `first` ms. */
  readonly stream: Route;
  /** The same, limited to 2,000 ms for its response. */
  readonly hasty: Route;
  readonly throws: Route;
}

export interface Served {
  readonly server: Server;
  readonly redis: Endpoint;
}

export function locksOf({ redis }: Served): Locks {
  return createLocks({ redis, leaseMs: LEASE_MS });
}

/** Asks a route of a site. */
export function ask(
  { server }: Served,
  { method, path }: Route,
  order: string,
  { workMs = 0, firstMs = 0, signal }: { workMs?: number; firstMs?: number; signal?: AbortSignal } = {},
): Promise<Response> {
  const target = new URL(path(order), server.url);
  target.searchParams.set("ms", String(workMs));
  target.searchParams.set("first", String(firstMs));
  // SvelteKit treats a request without a type as a form of another site.
  return fetch(target, { method, headers: { "content-type": "application/json" }, ...(signal && { signal }) });
}

export function siteRoutes(title: string, served: () => Served, routes: Routes): void {
  const lockOf = (name: string): ReturnType<Locks["lock"]> => locksOf(served()).lock(name);
  const isLocked = (name: string): Promise<boolean> => lockOf(name).isLocked();
  const isFree = async (name: string): Promise<boolean> => !(await isLocked(name));

  describe(title, () => {
    it("holds the lock for longer than its lease, and releases it with the response", async () => {
      const name = uniqueName();
      let answered = false;
      const asked = ask(served(), routes.work, name, { workMs: 2.5 * LEASE_MS }).finally(() => {
        answered = true;
      });
      await heldUntil(lockOf(name), () => answered);
      const answer = await asked;
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ name, held: true });
      await eventually(() => isFree(name));
    });

    it("answers 423 with Retry-After while another client holds the lock", async () => {
      const name = uniqueName();
      await using _holder = await lockOf(name).acquire({ leaseMs: 20_000 });
      const refused = await ask(served(), routes.stream, name);
      expect(refused.status).toBe(423);
      expect(refused.headers.get("content-type")).toBe("application/problem+json");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      expect(await refused.json()).toMatchObject({ status: 423, code: "LOCK_BUSY", remainingMs: expect.any(Number) });
    });

    it("answers 500 when its handler throws, and releases the lock", async () => {
      const name = uniqueName();
      expect((await ask(served(), routes.throws, name)).status).toBe(500);
      expect(await isFree(name)).toBe(true);
    });

    it("holds the lock until the end of a streamed body", async () => {
      const name = uniqueName();
      const answer = await ask(served(), routes.stream, name, { workMs: 2.5 * LEASE_MS });
      expect(answer.status).toBe(200);
      let read = false;
      const body = answer.text().finally(() => {
        read = true;
      });
      await heldUntil(lockOf(name), () => read);
      expect(await body).toMatch(/^(row\n)+done$/);
      await eventually(() => isFree(name));
    });

    it("cuts a body that is not read in time, and releases the lock", async () => {
      const name = uniqueName();
      const answer = await ask(served(), routes.hasty, name, { workMs: 60_000 });
      expect(await isLocked(name)).toBe(true);
      await expect(answer.text()).rejects.toThrow();
      await eventually(() => isFree(name));
    });

    it("releases the lock when its client disconnects in the middle of the body", async () => {
      const name = uniqueName();
      const client = new AbortController();
      const answer = await ask(served(), routes.stream, name, { workMs: 60_000, signal: client.signal });
      await answer.body?.getReader().read();
      expect(await isLocked(name)).toBe(true);
      client.abort();
      await eventually(() => isFree(name));
    });

    it("releases the lock at the end of a handler whose client has disconnected", async () => {
      const name = uniqueName();
      const client = new AbortController();
      const asked = ask(served(), routes.work, name, { workMs: 1_000, signal: client.signal });
      await eventually(() => isLocked(name));
      client.abort();
      await expect(asked).rejects.toThrow();
      expect(await isLocked(name)).toBe(true);
      await eventually(() => isFree(name));
    });

    // Next.js neither reads nor cancels the body of a disconnected client.
    it("releases the lock of a long body whose client has disconnected before its first byte", async () => {
      const name = uniqueName();
      const client = new AbortController();
      const asked = ask(served(), routes.stream, name, { workMs: 60_000, firstMs: 500, signal: client.signal });
      await eventually(() => isLocked(name));
      client.abort();
      await expect(asked).rejects.toThrow();
      await eventually(() => isFree(name));
    });

    it("releases the lock when the client does not read the body", async () => {
      const name = uniqueName();
      const answer = await ask(served(), { ...routes.stream, method: "HEAD" }, name);
      expect(answer.status).toBe(200);
      await eventually(() => isFree(name));
    });

    it("stops waiting for the lock when its client disconnects", async () => {
      const name = uniqueName();
      const holder = await lockOf(name).acquire({ leaseMs: 20_000 });
      const client = new AbortController();
      const asked = ask(served(), routes.work, name, { workMs: 5_000, signal: client.signal });
      setTimeout(() => client.abort(), 300);
      await expect(asked).rejects.toThrow();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await holder.release();
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await isFree(name)).toBe(true);
    });
  });
}
