// The lanes and the plots of a chosen lock, while others hold it, wait for it, renew it and lose it.
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { startHolder } from "../support/start-holder.ts";
import { LEASE_MS } from "./site.ts";
import { useStage } from "./stage.ts";
import type { Visitor } from "./visitor.ts";

const WAIT = { timeout: 20_000 };
const stage = useStage();

/** The lane of an owner, found by its whole name. */
function laneOf({ page }: Visitor, owner: string): Locator {
  return page.locator(`.lane:has([title*="${owner.slice(-10)}"])`);
}

it("lanes show a holder that renews, a waiter that gets the lock, and a release", async () => {
  const { locks } = stage.site;
  const held = await locks.fairLock("report").acquire({ label: "first" });
  held.keepAlive();
  const second = "second:1";
  const waiting = locks.fairLock("report").acquire({ waitMs: 60_000, owner: second, label: "second" });
  await using visitor = await stage.signedIn("?lock=report");
  const { page } = visitor;
  await laneOf(visitor, held.owner).locator("rect.held").waitFor({ state: "attached" });
  await expect.poll(() => laneOf(visitor, held.owner).locator(".renewal").count(), WAIT).toBeGreaterThan(1);
  await laneOf(visitor, second).locator("line.waits").waitFor({ state: "attached" });
  await held.release();
  const next = await waiting;
  next.keepAlive();
  await laneOf(visitor, held.owner).locator(".released").waitFor({ state: "attached" });
  await laneOf(visitor, second).locator("rect.held").waitFor({ state: "attached" });
  expect(await laneOf(visitor, second).textContent()).toContain("second");
  await page.locator("#lanes summary").click();
  const rows = page.locator("#lanes tbody tr");
  await expect
    .poll(async () => (await rows.allTextContents()).join("\n"), WAIT)
    .toMatch(/second.*acquired the lock.*first.*released the lock, or was freed.*second:1.*began to wait/s);
  await next.release();
});

it("a lane ends with a cross when its holder dies and the lease ends", async () => {
  // The holder has no prefix.
  await using holder = startHolder(stage.site.gateway, "lock:dying", { leaseMs: LEASE_MS });
  const owner = await holder.line();
  await using visitor = await stage.signedIn("?lock=dying");
  await laneOf(visitor, owner).locator("rect.held").waitFor({ state: "attached" });
  await holder[Symbol.asyncDispose]();
  await laneOf(visitor, owner).locator(".lease-ended").waitFor({ state: "attached" });
  await visitor.page.locator("#lanes summary").click();
  await expect
    .poll(() => visitor.page.locator("#lanes tbody tr").first().textContent(), WAIT)
    .toContain("lost the lock: its lease ended");
});

it("a chosen lock says that its holder renews, and since when it has not after the holder died", async () => {
  await using holder = startHolder(stage.site.gateway, "lock:killed", { leaseMs: 4 * LEASE_MS });
  await holder.line();
  await using visitor = await stage.signedIn("?lock=killed");
  const answer = visitor.page.locator("#renewals");
  await expect.poll(() => answer.textContent(), WAIT).toMatch(/^Not known yet\. This page has watched since/);
  await expect.poll(() => answer.textContent(), WAIT).toMatch(/^Yes\. Its lease was renewed at \d\d:\d\d:\d\d UTC/);
  const advice = visitor.page.locator("#advice");
  expect(await advice.textContent()).toBe("It renews, so do not free the lock.");
  // Another load of the page goes on with what this one has seen.
  await visitor.page.reload();
  await expect.poll(() => answer.textContent(), WAIT).toMatch(/^Yes\./);
  await holder[Symbol.asyncDispose]();
  await expect
    .poll(() => answer.textContent(), WAIT)
    .toMatch(/^No\. Its last renewal was at \d\d:\d\d:\d\d UTC, [5-8] s ago\./);
  expect(await advice.textContent()).toBe("It does not renew: make sure that it is dead.");
});

it("a plot without a queue says so", async () => {
  await stage.site.locks.lock("unqueued").acquire({ leaseMs: 60_000 });
  await using visitor = await stage.signedIn("?lock=unqueued");
  await visitor.page.getByText("Nobody has stood in its queue").waitFor();
  expect(await visitor.page.locator(".plot canvas:visible").count()).toBe(2);
});

it("programs that wait for a plain lock are one lane with their number", async () => {
  const held = await stage.site.locks.lock("plain").acquire({ leaseMs: 60_000 });
  const waiting = stage.site.locks.lock("plain").acquire({ waitMs: 60_000 });
  await using visitor = await stage.signedIn("?lock=plain");
  await visitor.page.locator('.lane:has-text("programs that wait") line.waits').waitFor({ state: "attached" });
  await held.release();
  await (await waiting).release();
});

it("plots have their numbers as tables, of the lock and of all locks", async () => {
  const { locks } = stage.site;
  const held = await locks.fairLock("plotted").acquire({ leaseMs: 60_000 });
  const waiting = locks.fairLock("plotted").acquire({ waitMs: 60_000 });
  await using visitor = await stage.signedIn("?lock=plotted");
  const { page } = visitor;
  const plots = page.locator(".plot");
  expect(await plots.getByRole("heading").allTextContents()).toEqual([
    "Holders and waiters",
    "Age of the oldest hold",
    "Wait of the first in the queue, seen here",
  ]);
  expect(await plots.locator("canvas").count()).toBe(3);
  const newest = page.locator(".plot .u-series .u-value");
  await expect.poll(async () => (await newest.allTextContents()).slice(1, 3), WAIT).toEqual(["1", "1"]);
  // The first waiter has been seen for a while.
  await expect.poll(async () => Number((await newest.allTextContents()).at(-1)), WAIT).toBeGreaterThan(1);
  for (const fold of await plots.locator("summary").all()) await fold.click();
  const rows = plots.first().locator("details tbody tr");
  expect(await rows.first().textContent()).toMatch(/^\d\d:\d\d:\d\d11$/);
  expect(await rows.count()).toBeGreaterThan(1);
  for (const nth of [1, 2]) {
    expect(await plots.nth(nth).locator("details tbody tr").first().textContent()).toMatch(/^\d\d:\d\d:\d\d[\d.]+$/);
  }
  await visitor.see();
  expect(await plots.getByRole("heading").allTextContents()).toEqual(["Holders and waiters", "Age of the oldest hold"]);
  await held.release();
  await (await waiting).release();
});

it("plots are drawn anew in the other colours, and in the width of the window", async () => {
  await stage.site.locks.lock("drawn").acquire({ leaseMs: 60_000 });
  await using visitor = await stage.signedIn("?lock=drawn", { colorScheme: "light" });
  const { page } = visitor;
  await visitor.nextAnswer();
  const canvas = page.locator(".plot canvas").first();
  const drawing = (): Promise<string> =>
    canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ""));
  const widths = async () => (await canvas.boundingBox())?.width ?? 0;
  const [light, wide] = [await drawing(), await widths()];
  await page.clock.install();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(drawing, WAIT).not.toBe(light);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(widths, WAIT).not.toBe(wide);
  expect(await widths()).toBeLessThan(360);
});
