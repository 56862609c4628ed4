// The locks that each principal sees and can free.
import { describe, expect, it } from "vitest";
import { createLocks } from "../../../../src/index.ts";
import type { AuditLine } from "../../../../src/service/api/index.ts";
import type { DashboardOptions } from "../../../../src/service/dashboard/index.ts";
import { Viewer } from "../../../support/dashboard.ts";
import { pageAndApi, viewerWith } from "../../../support/page-viewers.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";

const HOSTILE = `a/"><img src=x onerror=alert(1)>' & \u202Egnp.exe`;

export function dashboardPrincipalsContract(redis: Endpoint): void {
  /** Returns a page of their locks, and two viewers: Ann, who may see a/*, and Bob, who may see b/*. */
  async function shown(options: Partial<DashboardOptions> = {}) {
    const locks = createLocks({ redis, prefix: uniquePrefix() });
    const app = pageAndApi({ locks, forceRelease: true, ...options });
    const ann = await viewerWith(app);
    const bob = await viewerWith(app, { principal: "bob", names: ["b/*", "deploy"] });
    return { locks, app, ann, bob };
  }

  describe("a principal", () => {
    it("sees its own locks alone, in the table and in counts", async () => {
      const { locks, ann, bob } = await shown();
      const hidden = await locks.lock("b/1").acquire({ label: "label of bob" });
      await locks.lock("deploy").acquire();
      await locks.lock("deploys").acquire();
      const held = await locks.lock("a/1").acquire({ label: "label of ann" });
      await locks.lock("a/2").acquire({ label: "label of ann" });
      for (const look of [ann.see(), ann.live(), ann.live("?filter=b/")]) {
        const text = await (await look).text();
        expect(text).toContain("2 locks are held");
        for (const secret of ["b/1", "label of bob", hidden.owner, "deploy"]) expect(text).not.toContain(secret);
      }
      const other = await (await bob.see()).text();
      expect(other).toContain("2 locks are held");
      expect(namesIn(other)).toEqual(["b/1", "deploy"]);
      for (const secret of ["a/1", "label of ann", held.owner, "deploys"]) expect(other).not.toContain(secret);
    });

    it("finds no lock of another by the filter: not by its name, its owner or its label", async () => {
      const { locks, ann } = await shown();
      const { owner } = await locks.lock("b/1").acquire({ label: "label of bob" });
      await locks.lock("a/1").acquire();
      for (const filter of ["b/1", "label of bob", owner]) {
        const html = await (await ann.see(`?filter=${encodeURIComponent(filter)}`)).text();
        expect(html).toContain("1 lock is held");
        expect(html).toContain("0 of them match the filter.");
      }
    });

    it("gets the same refusal for the lock of another, whether it is held or not", async () => {
      const { locks, ann } = await shown();
      await locks.lock("b/1").acquire();
      const refusals: string[] = [];
      for (const name of ["b/1", "b/2", "a", "A/1", "*", "", "a\u0000/1"]) {
        const query = `?lock=${encodeURIComponent(name)}`;
        const [page, live] = [await ann.see(query), await ann.live(query)];
        expect([page.status, live.status], name).toEqual([403, 403]);
        refusals.push(await page.text(), await live.text());
      }
      expect(new Set(refusals).size).toBe(1);
      expect(refusals[0]).toContain("This caller has no lock of this name.");
    });

    it("sees the details of its own lock, and its own free lock", async () => {
      const { locks, ann } = await shown();
      await locks.lock("a/1").acquire({ label: "label of ann" });
      const { parts, leases } = await (await ann.live("?lock=a/1")).json();
      expect(parts.details).toContain("label of ann");
      expect(parts.free).toContain("Free this lock");
      expect(leases.holders).toHaveLength(1);
      expect(await (await ann.see("?lock=a/none")).text()).toContain("The lock is free.");
    });

    it("gets no table and no counts without the verb list, and learns which verb it needs", async () => {
      const { locks, app } = await shown();
      await locks.lock("a/1").acquire();
      const viewer = await viewerWith(app, { verbs: ["inspect"] });
      const html = await (await viewer.see()).text();
      expect(html).toContain("Your token may not list the locks that are held: it lacks &quot;list&quot;.");
      expect(html).toContain('name="lock"');
      expect(html).not.toMatch(/a\/1|id="filter"|\d locks? (?:is|are) held/);
      expect((await (await viewer.live()).json()).parts.locks).toBe("");
      expect(await (await viewer.see("?lock=a/1")).text()).toContain("Who has it?");
    });

    it("without the verb inspect gets no details, and no link to them", async () => {
      const { locks, app } = await shown();
      await locks.lock("a/1").acquire();
      const viewer = await viewerWith(app, { verbs: ["list", "force-release"] });
      const html = await (await viewer.see()).text();
      expect(html).toContain("<bdi>a/1</bdi>");
      expect(html).not.toContain("lock=a");
      const refused = await viewer.see("?lock=a/1");
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining("This caller may not inspect."),
      ]);
    });

    it("is told who it is, until when, and which names it sees", async () => {
      const { app, bob } = await shown();
      const expiresAt = Date.UTC(2200, 0, 1);
      const html = await (await bob.see()).text();
      expect(html).toMatch(/Signed in as <bdi>bob<\/bdi>, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./);
      expect(html).toContain("You see locks of these names only: <bdi>b/*, deploy</bdi>");
      expect(html).toContain("Sign out");
      const long = await (await viewerWith(app, { expiresAt })).see();
      expect(await long.text()).not.toContain("2200");
      const root = await (await (await new Viewer(app).signedIn()).see()).text();
      expect(root).toContain("Signed in as <bdi>root</bdi>, until ");
      expect(root).not.toContain("You see locks of these names only");
    });

    it("gets hostile names of its own locks escaped", async () => {
      const { locks, app, ann } = await shown();
      await locks.lock(HOSTILE).acquire({ label: HOSTILE });
      const query = `?lock=${encodeURIComponent(HOSTILE)}`;
      const viewer = await viewerWith(app, { principal: "a@b/:~.x", names: ["a/*", "~@:/-_."] });
      for (const one of [ann, viewer]) {
        const html = await (await one.see(query)).text();
        expect(html).not.toMatch(/<img/);
        expect(html.replaceAll(/value="[^"]*"/g, "")).not.toContain("\u202E");
        expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
      }
    });
  });

  describe("a principal that frees a lock", () => {
    it("needs the verb, the name, and the operator's permission", async () => {
      const lines: AuditLine[] = [];
      const audit = (line: AuditLine): void => void lines.push(line);
      const { locks, app, ann, bob } = await shown({ audit });
      const held = await locks.lock("a/1").acquire();
      const form = await formOf(ann, "a/1");
      const reader = await viewerWith(app, { verbs: ["list", "inspect"] });
      expect(await (await reader.see("?lock=a/1")).text()).not.toMatch(/Free this lock|ALLOW_FORCE_RELEASE/);
      const off = await shown({ locks, audit, forceRelease: false });
      expect(await (await off.ann.see("?lock=a/1")).text()).not.toContain("Free this lock");
      for (const viewer of [bob, reader, off.ann]) expect((await viewer.send("free", form)).status).toBe(403);
      expect(await held.check()).toBe(true);
      const answer = await ann.send("free?lock=a/1", form);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("was freed.")]);
      expect(await held.check()).toBe(false);
      const line = { at: expect.any(Number), tokenId: expect.any(String), verb: "force-release", name: "a/1" };
      expect(lines).toEqual([
        { ...line, principal: "bob", status: 403, code: "HTTP_403" },
        { ...line, principal: "ann", status: 403, code: "HTTP_403" },
        { ...line, principal: "ann", status: 403, code: "HTTP_403" },
        { ...line, principal: "ann", status: 200 },
      ]);
    });

    it("frees nothing when the answer would show the lock of another", async () => {
      const { locks, ann } = await shown();
      const held = await locks.lock("a/1").acquire();
      await locks.lock("b/1").acquire({ label: "label of bob" });
      const answer = await ann.send("free?lock=b/1", await formOf(ann, "a/1"));
      expect(answer.status).toBe(403);
      expect(await answer.text()).not.toContain("label of bob");
      expect(await held.check()).toBe(true);
    });

    it("cannot name the lock of another in the form", async () => {
      const { locks, ann } = await shown();
      const held = await locks.lock("b/1").acquire();
      const { holders } = await locks.lock("b/1").inspect();
      const owners = JSON.stringify(holders.map(({ owner, since }) => [owner, since]));
      const taken = await ann.send("free", { name: "b/1", typed: "b/1", owners });
      const free = await ann.send("free", { name: "b/2", typed: "b/2", owners: "[]" });
      expect([taken.status, await taken.text()]).toEqual([403, await free.text()]);
      expect(await held.check()).toBe(true);
    });
  });

  describe("authorize", () => {
    it("names viewers who need no sign-in, and are refused like others", async () => {
      const { locks, app } = await shown({
        authorize: (c) => {
          const email = c.req.header("x-email");
          return email === undefined ? undefined : { id: `people/${email}`, names: ["a/*"], verbs: ["list"] };
        },
      });
      await locks.lock("a/1").acquire();
      await locks.lock("b/1").acquire();
      const see = (query = "") =>
        app.request(`https://locks.example/page${query}`, { headers: { "x-email": "ann@x.example" } });
      const html = await (await see()).text();
      expect(html).toContain("Signed in as <bdi>people/ann@x.example</bdi>.");
      expect(namesIn(html)).toEqual(["a/1"]);
      expect(html).not.toContain("Sign out");
      expect((await see("?lock=b/1")).status).toBe(403);
      expect(await (await app.request("https://locks.example/page")).text()).toContain("See the locks");
    });

    it("shows nobody anything when it returns a hostile id, or something that is no principal", async () => {
      for (const wrong of [
        { id: "<b>ann", names: ["*"], verbs: ["list"] },
        { id: "root", names: ["*"], verbs: ["list"] },
        { id: "ann", names: ["*"], verbs: ["everything"] },
        { id: "ann" },
      ]) {
        const { app } = await shown({ authorize: () => Object(wrong) });
        const answer = await app.request("https://locks.example/page");
        expect(answer.status).toBe(500);
        expect(await answer.text()).not.toMatch(/<b>ann|Held now/);
      }
    });
  });
}

function namesIn(html: string): string[] {
  return [...html.matchAll(/<th scope="row">(?:<a[^>]*>)?<bdi>(.*?)<\/bdi>/g)].map(([, name = ""]) => name).sort();
}

/** Returns the fields of the form that frees a lock, filled in. */
async function formOf(viewer: Viewer, name: string): Promise<Record<"name" | "typed" | "owners", string>> {
  const html = await (await viewer.see(`?lock=${encodeURIComponent(name)}`)).text();
  const owners = html.match(/name="owners" value="([^"]*)"/)?.[1]?.replaceAll("&quot;", '"') ?? "";
  return { name, typed: name, owners };
}
