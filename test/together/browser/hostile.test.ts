// Names and labels that strangers chose are text, wherever the page shows them.
import { beforeAll, expect, it } from "vitest";
import { useStage } from "./stage.ts";

const MARKUP = "<img src=x onerror=alert(1)><svg onload=alert(2)>\"'&lt;</details></script><script>alert(3)</script>";
const HOSTILE = [
  MARKUP,
  "javascript:alert(1)",
  "\u202Eright to left\u202C and \u0000\u0007 invisible",
  "x".repeat(256),
  "{{7*7}} <!-- ]]> a/b?c#d%e",
] as const;
const stage = useStage({ mayFree: true });

beforeAll(async () => {
  for (const name of HOSTILE) {
    // The queue of this kind has the labels of its waiters.
    const lock = stage.site.locks.fairReadWriteLock(name).writeLock();
    await lock.acquire({ leaseMs: 300_000, label: name });
    lock.acquire({ waitMs: 300_000, label: name }).catch(() => {});
  }
});

it.each(HOSTILE)("%j is shown as text in the list, in the answers, in the queue and in the form", async (name) => {
  await using visitor = await stage.signedIn();
  const { page } = visitor;
  // Control and direction characters are shown by their codes.
  const shown = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  await page.getByRole("link", { name: shown, exact: true }).click();
  await page.getByRole("heading", { name: shown, exact: true }).waitFor();
  await page.getByText("Free this lock…").click();
  await page.locator("#people tbody", { hasText: shown }).waitFor();
  for (const place of ["#details", "#free", "#locks"]) {
    expect(await page.locator(place).textContent(), place).toContain(shown);
  }
  expect(await page.locator("main :is(img, script, iframe, [onload], [onerror])").count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width).toBeLessThanOrEqual(0);
});
