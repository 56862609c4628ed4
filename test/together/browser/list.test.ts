// The list of the held locks: live, filtered, sorted, and used with the keyboard alone.
import { beforeAll, expect, it } from "vitest";
import type { Held } from "../../../src/index.ts";
import { useStage } from "./stage.ts";

const LONG_MS = 300_000;
const stage = useStage({ mayFree: true });
let blue: Held;
let rowsA: Held;
let freed: Held;

// The page looks for locks that it does not know every 30 s only: the first test makes it know all of these.
beforeAll(async () => {
  const { locks } = stage.site;
  const hold = (name: string, label = "", leaseMs = LONG_MS): Promise<Held> =>
    locks.lock(name).acquire({ leaseMs, label });
  blue = await hold("filter:one", "blue");
  await hold("filter:two", "green");
  // The oldest hold has the shortest lease, and the last name.
  await hold("sort:z");
  await hold("sort:a", "", LONG_MS * 2);
  rowsA = await hold("rows:a");
  await hold("rows:m");
  await hold("choose:me", "chosen one");
  freed = await hold("keys:only");
  await hold("same:\u0007");
  await hold("same:\\u0007");
});

it("a lock appears with its holder, its lease counts down, and it goes with its release", async () => {
  await using held = await stage.site.locks.lock("import").acquire({ leaseMs: LONG_MS, label: "nightly import" });
  await using visitor = await stage.signedIn();
  const row = visitor.row("import");
  await row.waitFor();
  expect(await row.textContent()).toContain(`nightly import ${held.owner}`);
  const left = () => row.getByRole("progressbar", { includeHidden: true }).evaluate((bar) => Reflect.get(bar, "value"));
  const before = await left();
  await expect.poll(left, { timeout: 10_000 }).toBeLessThan(before);
  await held.release();
  await row.waitFor({ state: "detached" });
});

it("the filter finds names, labels and owners while somebody types, and stays in the address", async () => {
  await using visitor = await stage.signedIn();
  const { page } = visitor;
  const filter = page.getByLabel("Name, label or owner");
  for (const text of ["filter:ONE", "blue", blue.owner]) {
    await filter.fill("");
    await visitor.row("filter:two").waitFor();
    await filter.pressSequentially(text);
    await expect.poll(() => visitor.names(), { timeout: 10_000 }).toEqual(["filter:one"]);
    // On a slow machine, a part of an owner finds the lock already.
    await expect.poll(() => new URL(page.url()).searchParams.get("filter")).toBe(text);
    expect(await filter.evaluate((input) => input === document.activeElement)).toBe(true);
  }
  expect(await page.locator("#count").textContent()).toContain("1 of them matches the filter.");
  await page.reload();
  expect(await visitor.names()).toEqual(["filter:one"]);
  expect(await filter.inputValue()).toBe(blue.owner);
});

it("a column's title sorts the table without a new page, and the browser's Back sorts it as before", async () => {
  await using visitor = await stage.signedIn("?filter=sort:");
  const { page } = visitor;
  await page.evaluate(() => document.body.setAttribute("data-same", "yes"));
  const shows = (...tails: string[]): Promise<void> =>
    expect.poll(() => visitor.names(), { timeout: 10_000 }).toEqual(tails.map((tail) => `sort:${tail}`));
  /** Expects the arrow of the only sorted column. */
  const isSorted = async (column: string, direction: string, arrow: string): Promise<void> => {
    const sorted = page.locator("#locks th:is([aria-sort=ascending], [aria-sort=descending])");
    expect(await sorted.allTextContents()).toEqual([column]);
    expect(await sorted.getAttribute("aria-sort")).toBe(direction);
    expect(await sorted.locator("a").evaluate((link) => getComputedStyle(link, "::after").content)).toContain(arrow);
  };
  await shows("z", "a");
  // The oldest hold comes first: the times get shorter.
  await isSorted("Held for", "descending", "↓");
  const title = page.getByRole("link", { name: "Lock", exact: true });
  await title.click();
  await shows("a", "z");
  await isSorted("Lock", "ascending", "↑");
  expect(await title.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.getByRole("link", { name: "Waiting" }).click();
  await page.locator("[aria-sort=descending]", { hasText: "Waiting" }).waitFor();
  await isSorted("Waiting", "descending", "↓");
  await page.goBack();
  await shows("a", "z");
  await page.getByRole("link", { name: "Lease left" }).click();
  await shows("z", "a");
  await isSorted("Lease left", "ascending", "↑");
  await page.goBack();
  await shows("a", "z");
  expect(await page.locator("body").getAttribute("data-same")).toBe("yes");
});

it("the filter, the order and a chosen lock work without a script", async () => {
  await using visitor = await stage.signedIn("?sort=name", { javaScriptEnabled: false });
  const { page } = visitor;
  await page.getByLabel("Name, label or owner").fill("sort:");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.waitForURL(/filter=/);
  expect(await visitor.names()).toEqual(["sort:a", "sort:z"]);
  await page.getByRole("link", { name: "sort:z" }).click();
  await page.getByRole("heading", { name: "sort:z" }).waitFor();
  expect(visitor.asked).toBe(0);
});

it("a row keeps the focus when another one comes before it", async () => {
  await using visitor = await stage.signedIn("?sort=name&filter=rows:");
  await rowsA.release();
  await visitor.row("rows:a").waitFor({ state: "detached" });
  const link = visitor.page.getByRole("link", { name: "rows:m" });
  await link.focus();
  await using _ = await stage.site.locks.lock("rows:a").acquire({ leaseMs: LONG_MS });
  await visitor.row("rows:a").waitFor();
  expect(await visitor.names()).toEqual(["rows:a", "rows:m"]);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

it("a chosen lock is shown above the list, and Close keeps the filter and the order", async () => {
  const name = "choose:me";
  const filter = "choose:";
  await using visitor = await stage.signedIn("?sort=name");
  const { page } = visitor;
  await page.getByLabel("Name, label or owner").fill(filter);
  await expect.poll(() => visitor.names(), { timeout: 10_000 }).toEqual([name]);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("heading", { name }).waitFor();
  expect(await page.locator("#details").textContent()).toContain("chosen one");
  expect(await page.title()).toBe(`${name} – leasehound`);
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("heading", { name }).waitFor({ state: "detached" });
  expect([...new URL(page.url()).searchParams]).toEqual([
    ["filter", filter],
    ["sort", "name"],
  ]);
});

it("the keyboard reaches the list, the filter, a lock and the form that frees it, in this order", async () => {
  const name = "keys:only";
  await using visitor = await stage.signedIn(`?filter=${name}`);
  const { page } = visitor;
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute("id") ?? at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
    });
  const stops: string[] = [];
  const tabTo = async (stop: string): Promise<void> => {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab");
      stops.push(await focused());
      if (stops.at(-1) === stop) return;
    }
    throw new Error(`the keyboard does not reach ${stop}: ${stops.join(", ")}`);
  };
  await tabTo("Skip to the locks");
  await page.keyboard.press("Enter");
  await tabTo("Held locks");
  await page.reload();
  stops.length = 0;
  await tabTo(name);
  expect(stops.slice(0, 5)).toEqual(["Skip to the locks", "Sign out", "filter", "Filter", "Held locks"]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name }).waitFor();
  await tabTo("Free this lock…");
  await page.keyboard.press("Enter");
  await tabTo("typed");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.getByRole("status").waitFor();
  expect(await freed.check()).toBe(false);
});

it("two rows that read the same stay two", async () => {
  const both = stage.site.locks.readWriteLock("same:both");
  await using _writes = await both.writeLock().acquire({ owner: "worker", label: "import", leaseMs: LONG_MS });
  await using _reads = await both.readLock().acquire({ owner: "worker", label: "import", leaseMs: LONG_MS });
  await using visitor = await stage.signedIn("?lock=same:both&filter=same:");
  const { page } = visitor;
  for (let nth = 0; nth < 3; nth += 1) await visitor.nextAnswer();
  expect(await page.locator("#people tbody tr [data-title=Mode]").allTextContents()).toEqual(["write", "read"]);
  expect((await visitor.names()).filter((name) => name.includes("0007"))).toEqual(["same:\\u0007", "same:\\u0007"]);
});
