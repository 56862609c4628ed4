// Freeing a lock: the name is typed, and the holders are those that the viewer saw.
import type { Page } from "playwright-core";
import { beforeEach, expect, it } from "vitest";
import { uniqueName } from "../../support/unique-name.ts";
import { useStage } from "./stage.ts";

const stage = useStage({ mayFree: true });
let name: string;

beforeEach(() => {
  name = uniqueName();
});

async function type(page: Page, text: string): Promise<void> {
  await page.getByText("Free this lock…").click();
  await page.getByLabel("Type the name of the lock").fill(text);
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Free the lock" }).click();
}

it("another text than the name frees nothing, and the name frees the lock for the next waiter", async () => {
  const held = await stage.site.locks.fairLock(name).acquire({ leaseMs: 300_000, label: "forgotten" });
  const waiting = stage.site.locks.fairLock(name).acquire({ waitMs: 60_000 });
  await using visitor = await stage.signedIn(`?sort=name&lock=${encodeURIComponent(name)}`);
  const { page } = visitor;
  await type(page, `${name}x`);
  expect(await page.locator("#free").textContent()).toContain(`forgotten ${held.owner}`);
  await submit(page);
  expect(await page.locator("main > .alert").textContent()).toContain("Nothing was freed");
  expect(await held.check()).toBe(true);
  // The form is still open.
  await page.getByLabel("Type the name of the lock").fill(name);
  await submit(page);
  expect(await page.getByRole("status").textContent()).toContain("was freed.");
  const next = await waiting;
  expect(await held.check()).toBe(false);
  await page.locator("#details").getByText(next.owner).waitFor();
  // The page can be loaded again without sending the form again.
  await page.reload();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(new URL(page.url()).searchParams.get("lock")).toBe(name);
  expect(await next.check()).toBe(true);
});

it("the form stays as it is while somebody types, and refuses when the holder has changed meanwhile", async () => {
  const held = await stage.site.locks.lock(name).acquire({ leaseMs: 300_000 });
  await using visitor = await stage.signedIn(`?lock=${encodeURIComponent(name)}`);
  const { page } = visitor;
  await type(page, name);
  await held.release();
  const next = await stage.site.locks.lock(name).acquire({ leaseMs: 300_000 });
  await page.locator("#details").getByText(next.owner).waitFor();
  expect(await page.getByLabel("Type the name of the lock").inputValue()).toBe(name);
  await submit(page);
  expect(await page.locator("main > .alert").textContent()).toContain("has other holders now");
  expect(await next.check()).toBe(true);
});
