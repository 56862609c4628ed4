// Somebody who has never seen the page is called at night: a run of invoices hangs. They find its lock among 200, read
// who has it, and free it. What they look for is what they read on the screen.
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Held } from "../../../src/index.ts";
import { command } from "../../support/rest.ts";
import { TOKEN } from "./site.ts";
import { useStage } from "./stage.ts";

const WINDOWS = [
  { window: "desktop", viewport: { width: 1_280, height: 800 } },
  { window: "phone", viewport: { width: 390, height: 844 } },
] as const;
const LOCKS = 200;
const LEASE_MS = 3_600_000;
/** How fast a person types, in ms for each character. */
const TYPING = { delay: 120 };
const stage = useStage({ mayFree: true });
const stuck = new Map<string, Held>();

/** Waits in the queue of a fair lock until the test file ends. */
function queue(name: string, label: string): void {
  stage.site.locks
    .fairLock(name)
    .acquire({ waitMs: 600_000, leaseMs: LEASE_MS, label })
    .catch(() => {});
}

/** Hands a lock off to the watchdog of the Worker, for half an hour. */
async function handOff(name: string): Promise<void> {
  const send = async (what: string, body: object): Promise<{ readonly hold: string }> => {
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${stage.site.url}v1/locks/${encodeURIComponent(name)}/${what}`, request);
    expect(response.status).toBe(200);
    return response.json();
  };
  const { hold } = await send("acquire", { label: "nightly backup" });
  await send("hand-off", { hold, maxHoldMs: 1_800_000 });
}

beforeAll(async () => {
  const { locks, gateway } = stage.site;
  for (const { window } of WINDOWS) {
    const name = `invoices:run-${window}`;
    stuck.set(name, await locks.fairLock(name).acquire({ leaseMs: LEASE_MS, label: `billing worker ${window}` }));
    for (const nth of [1, 2, 3]) queue(name, `waiter ${nth}`);
  }
  await handOff("nightly:backup");
  await command(gateway, "HSET", "lock:java", "0f6a2a5e-9c5c-4a53-8a5e-5b0c4a0f7a11:7", 1);
  await command(gateway, "PEXPIRE", "lock:java", LEASE_MS);
  for (let nth = 0; nth < 20; nth += 1) {
    const both = locks.readWriteLock(`catalog:${nth}`);
    await both.readLock().acquire({ leaseMs: LEASE_MS, label: "price list" });
    await both.readLock().acquire({ leaseMs: LEASE_MS, label: "stock report" });
    await locks.fencedLock(`ledger:${nth}`).acquire({ leaseMs: 60_000 * (nth + 1) });
  }
  for (let nth = 0; nth < 4; nth += 1) await locks.lock(`invoices:mail-${nth}`).acquire({ leaseMs: LEASE_MS });
  for (let nth = LOCKS - 48; nth > 0; nth -= 1) {
    await locks.lock(`orders:${4_000 + nth}`).acquire({ leaseMs: LEASE_MS, label: "checkout" });
  }
});

/** Expects that an element is on the screen, so nobody needs to scroll. */
async function expectOnScreen(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  const box = await element.boundingBox();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect((box?.y ?? Number.NaN) + (box?.height ?? Number.NaN)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

/** Returns how far each of these elements leaves its card, which would cut it, in pixels. */
function overhangs(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((found) =>
    found.map((element) => {
      const card = element.closest("main > section")?.getBoundingClientRect() ?? new DOMRect();
      const box = element.getBoundingClientRect();
      return Math.max(0, card.left - box.left, box.right - card.right, element.scrollWidth - element.clientWidth);
    }),
  );
}

describe.each(WINDOWS)("on a $window", ({ window, viewport }) => {
  const name = `invoices:run-${window}`;

  it("the stuck lock among 200 is found and freed within a minute", async () => {
    await using visitor = await stage.signedIn("", { viewport });
    const { page } = visitor;
    const begun = performance.now();
    await page.getByText(`${LOCKS} locks are held`).waitFor();
    await page.getByLabel("Name, label or owner").pressSequentially("invoices", TYPING);
    await page.getByText("6 of them match the filter.").waitFor();
    // Those that others wait for stand out.
    const waited = page.locator("#locks tbody tr", { has: page.locator(".waits") }).filter({ hasText: window });
    expect(await waited.getByText("3", { exact: true }).count()).toBe(1);
    await waited.getByRole("link").click();
    await page.getByText("Who has it?").waitFor();
    const answers = page.locator("#details");
    for (const sentence of [`billing worker ${window}`, "3 wait in its queue", "Not known yet."]) {
      await expectOnScreen(page, answers.getByText(sentence).first());
    }
    await expectOnScreen(page, answers.getByText("This does not stop the holder: do it only if it is dead."));
    const free = page.getByText("Free this lock…");
    await expectOnScreen(page, free);
    await free.click();
    await page.getByLabel("Type the name of the lock").pressSequentially(name, TYPING);
    await page.getByRole("button", { name: "Free the lock" }).click();
    await page.getByText(`The lock "${name}" was freed.`).waitFor();
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect(await stuck.get(name)?.check()).toBe(false);
    // The first of the queue got it.
    await answers.getByText("waiter 1").waitFor();
    await answers.getByText("2 wait in its queue").waitFor();
  });

  it("bars begin at one place, and no answer or row of a holder is cut", async () => {
    await using visitor = await stage.signedIn("?lock=catalog:7", { viewport });
    const { page } = visitor;
    await visitor.nextAnswer();
    const starts = await page
      .locator("#locks progress")
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().left)));
    expect(starts).toHaveLength(LOCKS);
    // The chosen row of a phone is indented.
    expect(new Set(starts).size).toBeLessThanOrEqual(window === "phone" ? 2 : 1);
    for (const width of window === "phone" ? [390, 360, 340, 320] : [viewport.width]) {
      await page.setViewportSize({ ...viewport, width });
      await visitor.nextAnswer();
      for (const parts of ["#details dt", "#details dd", "#people tbody tr"]) {
        const found = page.locator(parts);
        expect(await found.count(), parts).toBeGreaterThan(0);
        expect(Math.max(...(await overhangs(found))), `${parts} at ${width} px`).toBeLessThanOrEqual(0.5);
      }
    }
  });

  it("a lock that was handed off has the watchdog's deadline", async () => {
    await using visitor = await stage.signedIn("?lock=nightly:backup", { viewport });
    const answer = visitor.page.locator("#details dd").nth(2);
    expect(await answer.textContent()).toMatch(
      /The watchdog renews it until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, for another/,
    );
  });
});
