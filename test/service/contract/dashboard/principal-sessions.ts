// The sessions of principals: their cookies, and what ends them.
import type { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createLocks } from "../../../../src/index.ts";
import { createDashboard, type DashboardOptions } from "../../../../src/service/dashboard/index.ts";
import { applicationWithPage, TOKEN, Viewer } from "../../../support/dashboard.ts";
import { askApi, pageAndApi, SECRET, tokenOf, viewerWith } from "../../../support/page-viewers.ts";
import type { Endpoint } from "../../../support/rest.ts";
import { uniquePrefix } from "../../../support/unique-name.ts";

const OTHER_SECRET = "canary-other-secret-of-the-page-01";
const HOUR_MS = 3_600_000;

export function dashboardPrincipalSessionsContract(redis: Endpoint): void {
  const locks = createLocks({ redis, prefix: uniquePrefix() });
  const page = (options: Partial<DashboardOptions> = {}): Hono => pageAndApi({ locks, ...options });

  /** Returns the status of the page's own requests with a cookie. */
  async function statusWith(app: Hono, cookie: string): Promise<number> {
    const viewer = new Viewer(app);
    viewer.cookie = cookie;
    return (await viewer.live()).status;
  }

  async function refusalOf(app: Hono, token: string): Promise<string> {
    const answer = await new Viewer(app).send("session", { token });
    expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
    const html = await answer.text();
    expect(html).not.toContain("canary");
    return html.match(/role="alert">(.*?)<\/p>/)?.[1] ?? html;
  }

  afterEach(() => {
    vi.useRealTimers();
  });

  describe("the session of a principal", () => {
    it("is a cookie with what the page uses of the grant, and not the token", async () => {
      const viewer = new Viewer(page());
      const token = await tokenOf({ tokenId: "token-1", ancestors: ["token-0"], maxLeaseMs: 5_000 });
      const answer = await viewer.send("session?lock=a/1", { token });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/page/?lock=a%2F1"]);
      const [, ...attributes] = (answer.headers.get("set-cookie") ?? "").split("; ");
      expect(attributes.sort()).toEqual([
        "HttpOnly",
        expect.stringMatching(/^Max-Age=3[56]\d\d$/),
        "Path=/",
        "SameSite=Strict",
        "Secure",
      ]);
      expect(viewer.cookie).toMatch(/^__Host-leasehound=[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(token).not.toContain(viewer.cookie.split(".")[2]);
      expect(claimsIn(viewer.cookie)).toEqual({
        ...{ sub: "ann", jti: "token-1", from: ["token-0"], aud: "leasehound" },
        ...{ names: ["a/*"], verbs: ["list", "inspect", "force-release"] },
        ...{ iat: expect.any(Number), exp: expect.any(Number) },
      });
    });

    it("ends with the token, and after 8 hours at most", async () => {
      const app = page();
      const short = await viewerWith(app, { expiresAt: Date.now() + HOUR_MS });
      const long = await viewerWith(app, { expiresAt: Date.now() + 900 * HOUR_MS });
      const start = Date.now();
      const statusesAfter = async (ms: number): Promise<number[]> => {
        vi.useFakeTimers({ toFake: ["Date"], now: start + ms });
        return [await statusWith(app, short.cookie), await statusWith(app, long.cookie)];
      };
      expect(await statusesAfter(HOUR_MS - 60_000)).toEqual([200, 200]);
      expect(await statusesAfter(HOUR_MS + 60_000)).toEqual([401, 200]);
      expect(await statusesAfter(8 * HOUR_MS + 60_000)).toEqual([401, 401]);
    });

    it("ends when the key of its token is retired, and not when a newer one is added", async () => {
      const { cookie } = await viewerWith(page());
      const status = (secret: string | readonly string[]): Promise<number> => statusWith(page({ secret }), cookie);
      expect(await status([OTHER_SECRET, SECRET])).toBe(200);
      expect(await status(OTHER_SECRET)).toBe(401);
    });

    it("ends with the old key also when it began while a newer one was there", async () => {
      const { cookie } = await viewerWith(page({ secret: [OTHER_SECRET, SECRET] }));
      expect(await statusWith(page({ secret: [OTHER_SECRET, SECRET] }), cookie)).toBe(200);
      expect(await statusWith(page({ secret: OTHER_SECRET }), cookie)).toBe(401);
    });

    it("ends with the root token, if there is no secret", async () => {
      const viewer = new Viewer(page({ secret: undefined }));
      await viewer.send("session", { token: await tokenOf({}, TOKEN) });
      expect((await viewer.live()).status).toBe(200);
      const changed = page({ secret: undefined, token: OTHER_SECRET });
      expect(await statusWith(changed, viewer.cookie)).toBe(401);
    });

    it("cannot be forged, widened, or put together from two", async () => {
      const app = page();
      const ann = (await viewerWith(app)).cookie;
      const bob = (await viewerWith(app, { principal: "bob", names: ["b/*"] })).cookie;
      const [header = "", , mac = ""] = ann.split(".");
      const [bobHeader = "", bobClaims = "", bobMac = ""] = bob.split(".");
      const claims = claimsIn(ann);
      const name = "__Host-leasehound=";
      const unsigned = `${name}${encoded({ alg: "none", typ: "leasehound-session+jwt" })}`;
      const end = Date.now() + HOUR_MS;
      for (const cookie of [
        `${header}.${encoded({ ...claims, names: ["*"] })}.${mac}`,
        `${header}.${encoded({ ...claims, verbs: ["list", "inspect", "force-release", "mint"] })}.${mac}`,
        `${header}.${encoded({ ...claims, sub: "root" })}.${mac}`,
        `${header}.${bobClaims}.${mac}`,
        `${bobHeader}.${bobClaims}.${mac}`,
        `${header}.${encoded(claims)}.${bobMac}`,
        `${unsigned}.${encoded({ ...claims, names: ["*"] })}.`,
        `${unsigned}.${encoded({ ...claims, names: ["*"] })}.${mac}`,
        `${name}${await tokenOf({ names: ["*"] })}`,
        `${name}${await tokenOf({ names: ["*"] }, OTHER_SECRET)}`,
        `${name}${end}.${mac}`,
        `${name}${end}`,
        `${ann}x`,
        ann.slice(0, -1),
      ]) {
        expect(await statusWith(app, cookie), cookie).toBe(401);
      }
      expect(await statusWith(app, ann)).toBe(200);
    });

    it("is good for the page alone, with the audience of its API", async () => {
      const app = page();
      const { cookie } = await viewerWith(app, { verbs: ["list", "inspect", "force-release"] });
      const session = cookie.replace(/^.*?=/, "");
      expect(await askApi(app, "/a%2F1/inspect", session)).toBe(401);
      expect(await refusalOf(app, session)).toBe("The key of the token is unknown, or retired.");
      expect(await statusWith(page({ audience: "other" }), cookie)).toBe(401);
    });

    it("shows nothing of the cookie of another viewer, and takes only its own", async () => {
      const app = page();
      const ann = await viewerWith(app);
      const bob = await viewerWith(app, { principal: "bob", names: ["b/*"] });
      const both = new Viewer(app);
      // The page uses the first of two cookies with one name.
      both.cookie = `${bob.cookie}; ${ann.cookie}`;
      expect(await (await both.see()).text()).toContain("Signed in as <bdi>bob</bdi>");
      expect((await both.see("?lock=a/1")).status).toBe(403);
    });

    it("is replaced by signing in again, and ends with signing out", async () => {
      const app = page();
      const viewer = await viewerWith(app);
      await viewer.send("session", { token: TOKEN });
      expect(await (await viewer.see()).text()).toContain("Signed in as <bdi>root</bdi>");
      await viewer.send("session", { token: await tokenOf() });
      expect(await (await viewer.see()).text()).toContain("Signed in as <bdi>ann</bdi>");
      await viewer.send("sign-out", {});
      expect((await viewer.live()).status).toBe(401);
    });
  });

  describe("signing in with a capability token", () => {
    it("is refused with the reason", async () => {
      const app = page();
      for (const [token, reason] of [
        [await tokenOf({ expiresAt: Date.now() - 60_000 }), "The token has expired."],
        [await tokenOf({}, OTHER_SECRET), "The key of the token is unknown, or retired."],
        [await tokenOf({}, SECRET, "other"), "The token is for another audience."],
        [`${(await tokenOf()).slice(0, -4)}AAAA`, "The signature of the token is wrong."],
        [await tokenOf({ principal: "root" }), "The token is malformed."],
        [await tokenOf({ principal: "<b>ann" }), "The token is malformed."],
        [
          await tokenOf({ verbs: ["acquire", "force-release"] }),
          "The page needs a token with the verb list or inspect.",
        ],
        ["a.b.c", "The token is malformed."],
      ] as const) {
        expect(await refusalOf(app, token)).toBe(reason);
      }
    });

    it("is refused clearly when its names do not fit into a cookie, or it is too long for a token", async () => {
      const app = page();
      const names = Array.from({ length: 20 }, (_, nth) => `a/${String(nth).padEnd(197, "x")}*`);
      expect(await refusalOf(app, await tokenOf({ names }))).toBe(
        "The names of this token are too long for a cookie: sign in with a token narrowed to fewer names.",
      );
      const fitting = await viewerWith(app, { names: names.slice(0, 12) });
      expect(fitting.cookie.length).toBeLessThan(4_000);
      expect((await fitting.live()).status).toBe(200);
      expect(await refusalOf(app, `${"x".repeat(9_000)}.y.z`)).toBe("The token is wrong.");
    });

    it("is possible without a root token", async () => {
      const app = page({ token: undefined, authorize: () => undefined });
      expect((await (await viewerWith(app)).live()).status).toBe(200);
      expect(await refusalOf(app, TOKEN)).toBe("The token is wrong.");
    });

    it("is impossible where another secret signs", async () => {
      const app = applicationWithPage({ locks });
      expect(await refusalOf(app, await tokenOf())).toBe("The key of the token is unknown, or retired.");
    });
  });

  describe("createDashboard, with principals,", () => {
    it.each([
      ["token", { locks }],
      ["secret", { locks, authorize: () => undefined }],
      ["secret", { locks, token: TOKEN, secret: "short" }],
      ["audience", { locks, token: TOKEN, audience: "" }],
      ["authorize", { locks, token: TOKEN, authorize: "ann" }],
      ["audit", { locks, token: TOKEN, audit: "log" }],
      ["rateLimit", { locks, token: TOKEN, rateLimit: 5 }],
    ])("refuses a wrong %s at the call", (option, options) => {
      const make = (): unknown => Reflect.apply(createDashboard, undefined, [options]);
      expect(make).toThrow(expect.objectContaining({ code: "INVALID_OPTION", option }));
    });
  });
}

function encoded(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns what a session contains: it is signed, and not secret. */
function claimsIn(cookie: string): Record<string, unknown> {
  const [, claims = ""] = cookie.split(".");
  return JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
}
