// Freeing a lock by the page.
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../../src/index.ts";
import { createLightLocks } from "../../../../src/lock/light/index.ts";
import { createDashboard, type DashboardOptions } from "../../../../src/service/dashboard/index.ts";
import { applicationWithPage, TOKEN, Viewer } from "../../../support/dashboard.ts";
import { eventually } from "../../../support/eventually.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";

export function dashboardFreeingContract(redis: Endpoint): void {
  async function shown(forceRelease: DashboardOptions["forceRelease"] = true) {
    const locks = createLocks({ redis, prefix: uniquePrefix() });
    return { locks, viewer: await new Viewer(applicationWithPage({ locks, forceRelease })).signedIn() };
  }

  /** Returns the hidden fields of the form that frees a lock. */
  async function formOf(viewer: Viewer, name: string): Promise<Record<"name" | "owners", string>> {
    const html = await (await viewer.see(`?lock=${encodeURIComponent(name)}`)).text();
    const field = (of: string): string =>
      html.match(new RegExp(`type="hidden" name="${of}" value="([^"]*)"`))?.[1] ?? "";
    return { name: unescaped(field("name")), owners: unescaped(field("owners")) };
  }

  describe("freeing a lock", () => {
    it.each(["lock", "fairLock", "fencedLock"] as const)("of the kind %s wakes who waits for it", async (kind) => {
      const { locks, viewer } = await shown();
      const forgotten = await locks[kind]("forgotten").acquire({ leaseMs: 600_000, label: "crashed job" });
      const waiting = locks[kind]("forgotten").acquire({ waitMs: 20_000 });
      await eventually(async () => {
        const { waiters } = await locks.lock("forgotten").inspect();
        return Number(waiters) > 0;
      });
      const answer = await viewer.send("free?lock=forgotten", {
        ...(await formOf(viewer, "forgotten")),
        typed: "forgotten",
      });
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain("The lock &quot;forgotten&quot; was freed.");
      // What the page shows is not older than the change.
      expect(html).not.toContain("crashed job");
      const held = await waiting;
      expect(await forgotten.check()).toBe(false);
      await held.release();
    });

    it("frees all readers of a read/write lock, or its writer", async () => {
      const { locks, viewer } = await shown();
      const both = locks.readWriteLock("both");
      const readers = both.readLock();
      for (const side of [readers, both.writeLock()]) {
        await side.acquire();
        if (side === readers) await side.acquire();
        await viewer.send("free", { ...(await formOf(viewer, "both")), typed: "both" });
        expect((await both.inspect()).kind).toBe("free");
      }
    });

    it("frees a light lock, whose holder it shows", async () => {
      const { locks, viewer } = await shown();
      const light = createLightLocks({ redis, prefix: locks.prefix });
      const held = await light.lock("light").acquire({ leaseMs: 600_000, label: "crashed job" });
      expect(await (await viewer.see("?lock=light")).text()).toContain("crashed job");
      const answer = await viewer.send("free", { ...(await formOf(viewer, "light")), typed: "light" });
      expect(await answer.text()).toContain("The lock &quot;light&quot; was freed.");
      expect(await held.check()).toBe(false);
    });

    it("frees a lock with a hostile name", async () => {
      const { locks, viewer } = await shown();
      const name = `a"b&c<d>'e\\f%20`;
      await locks.lock(name).acquire();
      const answer = await viewer.send("free", { ...(await formOf(viewer, name)), typed: name });
      expect(answer.status).toBe(200);
      expect(await locks.lock(name).isLocked()).toBe(false);
    });

    it.each(["orders:4", "Orders:42", " orders:42", ""])("frees nothing when %j is typed", async (typed) => {
      const { locks, viewer } = await shown();
      const held = await locks.lock("orders:42").acquire();
      const answer = await viewer.send("free", { ...(await formOf(viewer, "orders:42")), typed });
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain("Nothing was freed: the text that you typed is not the name of the lock.");
      expect(await held.check()).toBe(true);
    });

    it("frees nothing when the holders are not those that the viewer saw", async () => {
      const { locks, viewer } = await shown();
      const first = await locks.lock("orders:42").acquire();
      const form = await formOf(viewer, "orders:42");
      await first.release();
      const second = await locks.lock("orders:42").acquire();
      const answer = await viewer.send("free", { ...form, typed: "orders:42" });
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain("Nothing was freed: the lock &quot;orders:42&quot; has other holders now.");
      expect(await second.check()).toBe(true);
    });

    it("says so when the lock was already free, or the key is not a lock", async () => {
      const { locks, viewer } = await shown();
      await command(redis, "SET", `${locks.prefix}text`, "x");
      const free = await viewer.send("free", { name: "a", typed: "a", owners: "[]" });
      expect([free.status, await free.text()]).toEqual([200, expect.stringContaining("was already free.")]);
      const text = await viewer.send("free", { name: "text", typed: "text", owners: "[]" });
      expect([text.status, await text.text()]).toEqual([
        409,
        expect.stringContaining("The Redis key of this name is not a lock"),
      ]);
      expect(await command(redis, "GET", `${locks.prefix}text`)).toBe("x");
    });

    it("is refused where it is not allowed, and no form is shown", async () => {
      for (const forceRelease of [false, () => false, undefined]) {
        const { locks, viewer } = await shown(forceRelease ?? false);
        const held = await locks.lock("orders:42").acquire();
        expect(await (await viewer.see("?lock=orders:42")).text()).not.toContain("Free this lock");
        const answer = await viewer.send("free", { name: "orders:42", typed: "orders:42", owners: "" });
        expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("Nobody can free locks")]);
        expect(await held.check()).toBe(true);
      }
    });

    it("is refused when the function that allows it returns anything but true", async () => {
      for (const given of [async () => false, () => "off"]) {
        const locks = createLocks({ redis, prefix: uniquePrefix() });
        const options = { locks, token: TOKEN, forceRelease: given };
        const app = new Hono().route("/page", Reflect.apply(createDashboard, undefined, [options]));
        const viewer = await new Viewer(app).signedIn();
        const held = await locks.lock("orders:42").acquire();
        expect(await (await viewer.see("?lock=orders:42")).text()).not.toContain("Free this lock");
        const { holders } = await locks.lock("orders:42").inspect();
        const owners = JSON.stringify(holders.map(({ owner, since }) => [owner, since]));
        expect((await viewer.send("free", { name: "orders:42", typed: "orders:42", owners })).status).toBe(403);
        expect(await held.check()).toBe(true);
      }
    });

    it.each(["", "x".repeat(100_000)])("answers 400 for a name that no lock can have", async (name) => {
      const { viewer } = await shown();
      const answer = await viewer.send("free", { name, typed: name, owners: "[]" });
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining("No lock can have this name"),
      ]);
    });

    it("leads back to the page who asks for its address", async () => {
      const { viewer } = await shown();
      const answer = await viewer.see("/free");
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/page/"]);
    });
  });
}

function unescaped(html: string): string {
  const characters: Record<string, string> = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return html.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => characters[entity] ?? "");
}
