// The content of the page, with and without its script.

import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClient, createLocks, type LocksOptions } from "../../../../src/index.ts";
import { createDashboard } from "../../../../src/service/dashboard/index.ts";
import { applicationWithPage, ORIGIN, TOKEN, Viewer } from "../../../support/dashboard.ts";
import { eventually } from "../../../support/eventually.ts";
import { command, type Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";

const HOSTILE = `"><img src=x onerror=alert(1)>' & \u202Egnp.exe`;

export function dashboardPageContract(redis: Endpoint): void {
  /** Returns locks of their own, and a viewer of their page. */
  async function shown(more: Partial<LocksOptions> = {}) {
    const locks = createLocks({ redis, prefix: uniquePrefix(), ...more });
    return { locks, viewer: await new Viewer(applicationWithPage({ locks })).signedIn() };
  }

  describe("the page", () => {
    it("shows each held lock with its holder, its label and who waits", async () => {
      const { locks, viewer } = await shown();
      const held = await locks.lock("orders:42").acquire({ label: "checkout in fra1" });
      const report = await locks.fairLock("report").acquire();
      const waiting = locks.fairLock("report").tryAcquire({ waitMs: 20_000, wait: "poll" });
      await eventually(async () => (await locks.lock("report").inspect()).queueLength === 1);
      const html = await (await viewer.see()).text();
      expect(html).toContain(`2 locks are held. In Redis, &quot;${locks.prefix}&quot; precedes each name.`);
      expect(rowOf(html, "orders:42")).toContain("checkout in fra1");
      expect(rowOf(html, "orders:42")).toContain(held.owner);
      expect(rowOf(html, "orders:42")).toMatch(/>exclusive<\/td>.*>\d+ s<\/td>.*\d+ s.*>0<\/td>/);
      expect(rowOf(html, "report")).toMatch(/<td [^>]*class="waits">1<\/td>/);
      await report.release();
      await (await waiting)?.release();
    });

    it("scales the bar of a lease to the present holder", async () => {
      const { locks, viewer } = await shown();
      const lock = locks.lock("scale");
      const long = await lock.acquire({ leaseMs: 900_000 });
      expect(rowOf(await (await viewer.see()).text(), "scale")).toMatch(
        /title="of 1[45] min[^"]*" max="(900|8\d\d)\d{3}"/,
      );
      await long.release();
      await lock.acquire({ leaseMs: 60_000 });
      // The list of a database with many keys takes a while.
      await eventually(async () => /max="(60000|[1-5]\d{4})"/.test(rowOf(await (await viewer.see()).text(), "scale")));
    });

    it("offers to open the lock of a name that the list does not have yet", async () => {
      const { locks, viewer } = await shown();
      await locks.lock("orders:1").acquire();
      const html = await (await viewer.see("?filter=orders%3A2")).text();
      expect(html).toContain("0 of them match the filter.");
      expect(html).toMatch(/within 30 s\. <a href="[^"]*\?filter=orders%3A2&amp;lock=orders%3A2">Show the lock/);
      expect(await (await viewer.see("?filter=orders")).text()).not.toContain("within 30 s");
    });

    it("says when no lock is held", async () => {
      const { viewer } = await shown();
      expect(await (await viewer.see()).text()).toContain("No lock is held.");
    });

    it("shows the holders and the queue of the chosen lock", async () => {
      const { locks, viewer } = await shown();
      const held = await locks.fairLock("report").acquire({ label: "nightly" });
      const owner = "waiter-1";
      const waiting = locks.fairLock("report").tryAcquire({ waitMs: 20_000, owner });
      await eventually(async () => (await locks.lock("report").inspect()).queueLength === 1);
      const html = await (await viewer.see("?lock=report")).text();
      expect(html).toMatch(new RegExp(`Who has it\\?</dt><dd>.*nightly.*${held.owner}`));
      expect(html).toMatch(/Since when\?<\/dt><dd>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, [01] s ago\./);
      expect(html).toMatch(/Without a renewal, the lock is free at \d\d:\d\d:\d\d UTC, in (30|29) s\./);
      expect(html).toContain("<dd>1 waits in its queue, listed below.</dd>");
      expect(html).not.toContain("Holders</caption>");
      expect(html).toMatch(new RegExp(`Queue</caption>.*>1</td>.*${owner}`));
      await held.release();
      await (await waiting)?.release();
    });

    it("shows a lock of Java, and the readers of a read/write lock", async () => {
      const { locks, viewer } = await shown();
      const java = "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:7";
      await command(redis, "HSET", `${locks.prefix}java`, java, 1);
      await command(redis, "PEXPIRE", `${locks.prefix}java`, 30_000);
      await locks.readWriteLock("both").readLock().acquire({ label: "reader 1" });
      await locks.readWriteLock("both").readLock().acquire({ label: "reader 2" });
      const html = await (await viewer.see("?lock=both")).text();
      expect(rowOf(html, "java")).toMatch(new RegExp(`${java}.*Java.*>unknown</td>`));
      expect(rowOf(html, "both")).toContain("and 1 more");
      expect(html).toMatch(/Holders<\/caption>.*reader 1.*reader 2/);
    });

    it("asks whether the name without the prefix is meant, when the chosen name begins with it", async () => {
      const { locks, viewer } = await shown();
      await locks.lock("report").acquire();
      const html = await (await viewer.see(`?filter=rep&lock=${encodeURIComponent(`${locks.prefix}report`)}`)).text();
      expect(html).toContain(
        `Nobody. The lock is free. Names are given without the prefix &quot;${locks.prefix}&quot;.`,
      );
      expect(html).toMatch(/Do you mean <a href="[^"]*\?filter=rep&amp;lock=report"><bdi>report<\/bdi><\/a>\?<\/dd>/);
      expect(await (await viewer.see("?lock=other")).text()).toContain("Nobody. The lock is free.</dd>");
    });

    it("escapes hostile names, labels and owners, and shows what is invisible", async () => {
      const { locks, viewer } = await shown();
      await locks.lock(HOSTILE).acquire({ label: HOSTILE });
      const query = `?lock=${encodeURIComponent(HOSTILE)}&filter=${encodeURIComponent("<b>")}`;
      const { parts } = await (await viewer.live(query)).json();
      for (const text of [await (await viewer.see(query)).text(), Object.values(parts).join("")]) {
        expect(text).not.toMatch(/<img|<b>/);
        // Values of fields are sent back as they are.
        expect(text.replaceAll(/value="[^"]*"/g, "")).not.toContain("\u202E");
        expect(text).toContain("&lt;img src=x onerror=alert(1)&gt;");
      }
    });

    it("shows a refusal for a key that is no lock, and for a name that no lock can have", async () => {
      const { locks, viewer } = await shown();
      await command(redis, "SET", `${locks.prefix}text`, "x");
      const other = await viewer.see("?lock=text");
      expect([other.status, await other.text()]).toEqual([
        200,
        expect.stringMatching(/The Redis key of this name is not a lock.*: try leasehound show\./),
      ]);
      const odd = await viewer.see("?lock=");
      expect([odd.status, await odd.text()]).toEqual([200, expect.stringContaining("No lock can have this name.")]);
    });

    it("finds locks by a part of the name, the label or the owner, and sorts them", async () => {
      const { locks, viewer } = await shown();
      await locks.lock("b").acquire({ leaseMs: 50_000, label: "Second" });
      await locks.lock("a").acquire({ leaseMs: 20_000, owner: "worker-9" });
      await locks.lock("c").acquire({ leaseMs: 90_000 });
      const names = async (query: string): Promise<string[]> => namesIn(await (await viewer.see(query)).text());
      expect(await names("")).toEqual(["b", "a", "c"]);
      expect(await names("?sort=name")).toEqual(["a", "b", "c"]);
      expect(await names("?sort=lease")).toEqual(["a", "b", "c"]);
      expect(await names("?sort=nonsense")).toEqual(["b", "a", "c"]);
      expect(await names("?filter=second")).toEqual(["b"]);
      expect(await names("?filter=WORKER")).toEqual(["a"]);
      expect(await names("?filter=zzz")).toEqual([]);
      expect(await (await viewer.see("?filter=zzz")).text()).toContain("0 of them match the filter.");
    });

    it("is never stored, never framed, and loads nothing from elsewhere; its files are stored for good", async () => {
      const { viewer } = await shown();
      const page = await viewer.see();
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      const html = await page.text();
      expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|https?:/);
      const files = [...html.matchAll(/(?:src|href)="\/page(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
      expect(files).toHaveLength(3);
      for (const file of files) {
        const answer = await viewer.see(file);
        expect([answer.status, answer.headers.get("cache-control")]).toEqual([
          200,
          "public, max-age=31536000, immutable",
        ]);
      }
    });

    it("leaves other paths to the application around it", async () => {
      const { viewer } = await shown();
      const answer = await viewer.see("/other");
      expect([answer.status, await answer.text()]).toEqual([404, "the application's own page"]);
    });

    it("works at the root of an application, and with a client without inspection", async () => {
      const client = createClient({ redis, prefix: uniquePrefix() });
      const viewer = new Viewer(applicationWithPage({ locks: client }, "/"), "");
      const answer = await viewer.send("session", { token: TOKEN });
      expect(answer.headers.get("location")).toBe("/");
      const html = await (await viewer.see("/?lock=a")).text();
      expect(html).toContain("The lock is free.");
      expect(html).toContain('action="/sign-out"');
    });
  });

  describe("the address of the page", () => {
    it.each([
      ["/:tenant", "/%5Cevil.example/free", "/%5Cevil.example/"],
      ["/:tenant", "/%0D%0Aset-cookie:%20a=b/free", "/%0D%0Aset-cookie:%20a=b/"],
      ["/:tenant", "/schl%C3%B6sser/free", "/schl%C3%B6sser/"],
      ["/page", "/page/%66ree", "/page/"],
    ])("mounted at %s, stays on this host for %s", async (path, asked, location) => {
      const app = applicationWithPage({ locks: createLocks({ redis }) }, path);
      const answer = await app.request(ORIGIN + asked);
      expect(answer.headers.get("location")).toBe(location);
    });

    it("has no host, although two slashes begin it", async () => {
      const app = applicationWithPage({ locks: createLocks({ redis }) }, "/:path{.*}");
      const html = await (await app.request(`${ORIGIN}//evil.example/x`)).text();
      expect(html).toContain('action="/evil.example/x/session"');
    });

    it("is found where paths may end with a slash, and where they begin with the host", async () => {
      const page = createDashboard({ locks: createLocks({ redis }), token: TOKEN });
      const loose = new Hono({ strict: false }).route("/page", page);
      const hosts = new Hono({ getPath: ({ url }) => url.replace("https:/", "") }).route("/locks.example/page", page);
      for (const app of [loose, hosts]) {
        const answer = await app.request(`${ORIGIN}/page/free${app === loose ? "/" : ""}`);
        expect(answer.headers.get("location")).toBe("/page/");
      }
    });

    it.each(["/page", "/page/live"])("is that of the style of an error at %s", async (path) => {
      const app = applicationWithPage({ locks: createLocks({ redis }), token: () => undefined });
      expect(await (await app.request(ORIGIN + path)).text()).toContain('href="/page/assets/');
    });
  });

  describe("its script", () => {
    it("gets the parts of the page, and the leases of the chosen lock", async () => {
      const { locks, viewer } = await shown();
      await locks.lock("orders:42").acquire({ label: "checkout" });
      const html = await (await viewer.see("?lock=orders:42")).text();
      const { parts, leases } = await (await viewer.live("?lock=orders:42")).json();
      expect(Object.keys(parts)).toEqual(["state", "locks", "details", "free", "people"]);
      for (const id of Object.keys(parts)) expect(html).toContain(`id="${id}"`);
      expect(parts.locks).toContain("checkout");
      expect(parts.details).toContain("Who has it?");
      expect(leases.holders).toEqual([expect.objectContaining({ label: "checkout", mode: "exclusive" })]);
      expect(await (await viewer.live()).json()).not.toHaveProperty("leases");
    });
  });
}

/** Returns the row of a lock. */
function rowOf(html: string, name: string): string {
  const rows = html.split("<tr>").filter((row) => row.includes(`<bdi>${name}</bdi></a>`));
  return rows[0] ?? html.match(new RegExp(`<tr class="chosen">.*?<bdi>${name}</bdi>.*?</tr>`))?.[0] ?? "";
}

function namesIn(html: string): string[] {
  return [...html.matchAll(/<th scope="row"><a[^>]*><bdi>(.*?)<\/bdi>/g)].map(([, name = ""]) => name);
}
