// The viewers of the page: sessions, their cookies, and forms of other sites.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../../../src/index.ts";
import { createDashboard } from "../../../../src/service/dashboard/index.ts";
import { applicationWithPage, ORIGIN, TOKEN, Viewer } from "../../../support/dashboard.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";

const OTHER_TOKEN = "another-page-token-of-enough-characters";
const SHIFT_MS = 8 * 3_600_000;

export function dashboardSessionsContract(redis: Endpoint): void {
  const locks = createLocks({ redis, prefix: uniquePrefix() });
  const application = (token: string | readonly string[] = TOKEN) => applicationWithPage({ locks, token });

  describe("a viewer of the page", () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it("is asked for the token, and sees no lock before", async () => {
      const viewer = new Viewer(application());
      const page = await viewer.see("?lock=orders");
      expect(page.status).toBe(200);
      const html = await page.text();
      expect(html).toMatch(/^<!doctype html>/);
      expect(html).toContain('action="/page/session?lock=orders"');
      expect(html).not.toContain("Held now");
      expect((await viewer.live()).status).toBe(401);
      const freed = await viewer.send("free", { name: "a", typed: "a", owners: "[]" });
      expect(await freed.text()).toContain("The session has ended. Nothing was freed.");
    });

    it("gets a cookie for the token, which has nothing of the token in it", async () => {
      const viewer = new Viewer(application());
      const answer = await viewer.send("session?lock=orders&sort=name", { token: TOKEN });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe("/page/?sort=name&lock=orders");
      const cookie = answer.headers.get("set-cookie") ?? "";
      const [pair, ...attributes] = cookie.split("; ");
      expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=28800", "Path=/", "SameSite=Strict", "Secure"]);
      expect(pair).toMatch(/^__Host-leasehound=\d{13}\.[\w-]{43}$/);
      expect(cookie).not.toContain("canary");
      expect(await (await viewer.see()).text()).toContain("Held now");
      expect((await viewer.live()).status).toBe(200);
    });

    it.each([OTHER_TOKEN, "", `${TOKEN}x`, TOKEN.slice(1)])("is refused with the wrong token %s", async (token) => {
      const viewer = new Viewer(application());
      const answer = await viewer.send("session", { token });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
      const html = await answer.text();
      expect(html).toContain("The token is wrong.");
      expect(html).not.toContain("canary");
    });

    it("sees nothing after 8 hours", async () => {
      const viewer = await new Viewer(application()).signedIn();
      const start = Date.now();
      vi.useFakeTimers({ toFake: ["Date"], now: start + SHIFT_MS - 60_000 });
      expect((await viewer.live()).status).toBe(200);
      vi.setSystemTime(start + SHIFT_MS + 60_000);
      expect((await viewer.live()).status).toBe(401);
    });

    it("sees nothing with a cookie that was changed, or signed with another token", async () => {
      const viewer = await new Viewer(application()).signedIn();
      const good = viewer.cookie;
      const later = good.replace(/=(\d{13})/, (_, end: string) => `=${Number(end) + 1}`);
      for (const cookie of [
        later,
        `${good}x`,
        good.replace(/\..*/, ""),
        good.replace(/\..*/, "."),
        "__Host-leasehound=",
      ]) {
        viewer.cookie = cookie;
        expect((await viewer.live()).status, cookie).toBe(401);
      }
      const stranger = new Viewer(application(OTHER_TOKEN));
      await stranger.send("session", { token: OTHER_TOKEN });
      viewer.cookie = stranger.cookie;
      expect((await viewer.live()).status).toBe(401);
    });

    it("keeps the session while the token is changed, and loses it with the old token", async () => {
      const viewer = await new Viewer(application()).signedIn();
      const both = new Viewer(application([OTHER_TOKEN, TOKEN]));
      both.cookie = viewer.cookie;
      expect((await both.live()).status).toBe(200);
      const after = new Viewer(application(OTHER_TOKEN));
      after.cookie = viewer.cookie;
      expect((await after.live()).status).toBe(401);
    });

    it("signs out", async () => {
      const viewer = await new Viewer(application()).signedIn();
      const answer = await viewer.send("sign-out", {});
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/page/"]);
      expect(answer.headers.get("set-cookie")).toMatch(/^__Host-leasehound=; Max-Age=0; .*Secure/);
    });
  });

  describe("a form", () => {
    it.each(["session", "sign-out", "free"])("of another site, for %s, is refused", async (path) => {
      const viewer = await new Viewer(application()).signedIn();
      const fields = { token: TOKEN, name: "a", typed: "a", owners: "[]" };
      for (const origin of ["https://evil.example", "null", "", `${ORIGIN}:444`, "http://locks.example"]) {
        const answer = await viewer.send(path, fields, { origin });
        expect([answer.status, answer.headers.get("set-cookie")], origin).toEqual([403, null]);
        expect(await answer.text()).toContain("This form must come from the page");
      }
    });

    it.each([
      ["application/json", 415],
      ["text/plain", 415],
      ["multipart/form-data; boundary=x", 415],
      ["application/x-www-form-urlencoded", 400],
    ])("of the type %s without the fields is refused", async (type, status) => {
      const viewer = new Viewer(application());
      const answer = await viewer.send("session", { other: "x" }, { "content-type": type });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toContain("text/html");
    });

    it("that is too large is refused", async () => {
      const answer = await new Viewer(application()).send("session", { token: "x".repeat(300_000) });
      expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("The request is too large.")]);
    });
  });

  describe("createDashboard", () => {
    it.each([
      ["options", undefined],
      ["locks", { token: TOKEN }],
      ["locks", { token: TOKEN, locks: {} }],
      ["token", { locks }],
      ["token", { locks, token: "short" }],
      ["token", { locks, token: [TOKEN, TOKEN, TOKEN] }],
      ["forceRelease", { locks, token: TOKEN, forceRelease: "on" }],
      ["colour", { locks, token: TOKEN, colour: "red" }],
    ])("refuses a wrong %s at the call", (option, options) => {
      const make = (): unknown => Reflect.apply(createDashboard, undefined, [options]);
      expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
    });

    it.each([
      [undefined, 503],
      ["short", 503],
    ])("shows nobody anything while its function returns the token %s", async (token, status) => {
      const viewer = new Viewer(applicationWithPage({ locks, token: () => token }));
      for (const answer of [
        await viewer.see(),
        await viewer.live(),
        await viewer.send("session", { token: "short" }),
      ]) {
        expect([answer.status, answer.headers.get("set-cookie")]).toEqual([status, null]);
      }
    });
  });
}
