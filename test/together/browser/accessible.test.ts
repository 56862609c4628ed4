// WCAG 2.2 AA by axe, in both colour schemes, on a desktop and on a phone.
import { AxeBuilder } from "@axe-core/playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { useStage } from "./stage.ts";
import type { Visitor } from "./visitor.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const WINDOWS = { desktop: { width: 1_280, height: 800 }, phone: { width: 360, height: 740 } } as const;
const VIEWS = Object.entries(WINDOWS).flatMap(([window, viewport]) =>
  (["light", "dark"] as const).map((colorScheme) => ({ window, colorScheme, viewport })),
);
const stage = useStage({ mayFree: true });

beforeAll(async () => {
  const { locks } = stage.site;
  await locks.fairLock("reports:daily").acquire({ leaseMs: 600_000, label: "nightly report" });
  locks
    .fairLock("reports:daily")
    .acquire({ waitMs: 600_000 })
    .catch(() => {});
  await locks.readWriteLock("inventory").readLock().acquire({ leaseMs: 600_000 });
  await locks.readWriteLock("inventory").readLock().acquire({ leaseMs: 600_000 });
});

/** Fails with what axe finds, and with anything wider than the window. */
async function expectAccessible({ page }: Visitor): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
  ).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

describe.each(VIEWS)("on a $window in $colorScheme colours", ({ colorScheme, viewport }) => {
  const options = { colorScheme, viewport };

  it("the sign-in and its refusal have no violation", async () => {
    await using visitor = await stage.arrive(options);
    await visitor.see();
    await expectAccessible(visitor);
    await visitor.signIn("wrong");
    await expectAccessible(visitor);
  });

  it("the list has no violation", async () => {
    await using visitor = await stage.signedIn("", options);
    await visitor.row("inventory").waitFor();
    await visitor.nextAnswer();
    await expectAccessible(visitor);
  });

  it("a chosen lock with every table and the form open has no violation", async () => {
    await using visitor = await stage.signedIn("?lock=reports:daily", options);
    const { page } = visitor;
    await page.locator("#people tbody tr").waitFor();
    await visitor.nextAnswer();
    await expectAccessible(visitor);
    for (const fold of await page.locator("summary").all()) await fold.click();
    await expectAccessible(visitor);
  });

  it("a failure and a page without an answer have no violation", async () => {
    await using visitor = await stage.signedIn("", options);
    const { page } = visitor;
    await page.context().setOffline(true);
    await page.getByText("has not reached the server").waitFor();
    await expectAccessible(visitor);
    await page.context().setOffline(false);
    await page.context().clearCookies();
    await visitor.see();
    await visitor.signIn("too large ".repeat(30_000));
    await page.getByRole("heading", { name: "This did not work" }).waitFor();
    await expectAccessible(visitor);
  });
});
