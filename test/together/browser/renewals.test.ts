// Answers of the page about a holder that renews, about one that died, and about waiters.
import { expect, it } from "vitest";
import { startHolder } from "../../support/start-holder.ts";
import { LEASE_MS } from "./site.ts";
import { useStage } from "./stage.ts";

const WAIT = { timeout: 20_000 };
const stage = useStage();

it("a chosen lock shows that its holder renews, and after its death since when it has not", async () => {
  // The holder has no prefix.
  await using holder = startHolder(stage.site.gateway, "lock:killed", { leaseMs: 4 * LEASE_MS });
  await holder.line();
  await using visitor = await stage.signedIn("?lock=killed");
  const answer = visitor.page.locator("#renewals");
  await expect.poll(() => answer.textContent(), WAIT).toMatch(/^Not known yet\. This page has watched since/);
  await expect.poll(() => answer.textContent(), WAIT).toMatch(/^Yes\. Its lease was renewed at \d\d:\d\d:\d\d UTC/);
  const advice = visitor.page.locator("#advice");
  expect(await advice.textContent()).toBe("It renews, so do not free the lock.");
  await holder[Symbol.asyncDispose]();
  await expect
    .poll(() => answer.textContent(), WAIT)
    .toMatch(/^No\. Its last renewal was at \d\d:\d\d:\d\d UTC, [5-8] s ago\./);
  expect(await advice.textContent()).toBe("It does not renew: make sure that it is dead.");
});

it("a chosen lock shows its waiters, and who has it after a release", async () => {
  const { locks } = stage.site;
  const held = await locks.fairLock("report").acquire({ label: "first" });
  const second = "second:1";
  const waiting = locks.fairLock("report").acquire({ waitMs: 60_000, owner: second, label: "second" });
  await using visitor = await stage.signedIn("?lock=report");
  const { page } = visitor;
  const who = page.locator("#details dd").first();
  expect(await who.textContent()).toContain(held.owner);
  await page.locator("#people tr", { hasText: second }).waitFor();
  await page.getByText("1 waits in its queue").waitFor();
  await held.release();
  const next = await waiting;
  await who.getByText(second).waitFor();
  await page.getByText("Nobody that Redis knows of.").waitFor();
  expect(await page.locator("#people tr").count()).toBe(0);
  await next.release();
  await who.getByText("Nobody. The lock is free.").waitFor();
});
