// The page while Redis or the server is away, and while nobody sees the page.
import type { JSHandle, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { TOKEN } from "./site.ts";
import { useStage } from "./stage.ts";
import type { Visitor } from "./visitor.ts";

const stage = useStage();

beforeAll(async () => {
  await stage.site.locks.lock("orders:42").acquire({ leaseMs: 600_000 });
});

it("the page says when Redis is away, keeps what it knows, and recovers by itself", async () => {
  await using visitor = await stage.signedIn("?lock=orders:42");
  const state = visitor.page.locator("#state");
  await visitor.row("orders:42").waitFor();
  stage.site.gateway.faults.set({ seed: 0, rules: [{ fault: "drop-before" }] });
  try {
    await state.getByText(/^Redis does not answer\. This state is from \d\d:\d\d:\d\d UTC\./).waitFor();
    expect(await visitor.row("orders:42").isVisible()).toBe(true);
  } finally {
    stage.site.gateway.faults.clear();
  }
  await expect.poll(() => state.textContent(), { timeout: 30_000 }).toBe("");
});

it("the page says since when it cannot reach the server, says it once, and recovers by itself", async () => {
  await using visitor = await stage.signedIn();
  const { page } = visitor;
  await visitor.row("orders:42").waitFor();
  const state = page.locator("#state");
  const changes = await state.evaluateHandle((element) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(element.textContent ?? "")).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return seen;
  });
  const { asked } = visitor;
  await page.context().setOffline(true);
  await state
    .getByText(/^The page has not reached the server since \d\d:\d\d:\d\d UTC\. It tries again by itself\.$/)
    .waitFor();
  // The first request that fails, and two later ones.
  await expect.poll(() => visitor.asked, { timeout: 20_000 }).toBeGreaterThan(asked + 3);
  expect(await changes.jsonValue()).toHaveLength(1);
  await page.context().setOffline(false);
  await expect.poll(() => state.textContent(), { timeout: 20_000 }).toBe("");
});

/** Returns a viewer of the list whose page has a clock that the test controls. */
async function withControlledClock(): Promise<Visitor> {
  const visitor = await stage.arrive();
  await visitor.page.clock.install();
  await visitor.see();
  await visitor.signIn(TOKEN);
  await visitor.page.locator("#count").waitFor();
  return visitor;
}

it("an error of the server is a failure, with longer and longer pauses up to 10 s", async () => {
  await using visitor = await withControlledClock();
  const { page } = visitor;
  await page.route("**/live*", (route) => route.fulfill({ status: 503, body: "away" }));
  const requests = await recordRequests(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const begunAt = (): Promise<number[]> => requests.evaluate((seen) => seen.begunAt);
  while ((await begunAt()).length < 9) {
    await page.clock.runFor(500);
    await expect.poll(() => requests.evaluate((seen) => seen.begunAt.length - seen.answers)).toBe(0);
  }
  const at = await begunAt();
  const pausesMs = at.slice(1).map((instant, nth) => Math.round(instant - (at[nth] ?? 0)));
  // The first pauses began before the clock stood.
  const from = pausesMs.indexOf(4_000);
  expect(pausesMs.slice(from, from + 4), String(pausesMs)).toEqual([4_000, 8_000, 10_000, 10_000]);
});

/** Records when the page's script sends requests, by the clock of the page. */
function recordRequests(page: Page): Promise<JSHandle<{ begunAt: number[]; answers: number }>> {
  return page.evaluateHandle(() => {
    const seen: { begunAt: number[]; answers: number } = { begunAt: [], answers: 0 };
    const { fetch } = window;
    window.fetch = async (...request) => {
      seen.begunAt.push(performance.now());
      try {
        return await fetch(...request);
      } finally {
        seen.answers += 1;
      }
    };
    return seen;
  });
}

it("a hidden page asks nothing, and asks at once when it is seen again", async () => {
  await using visitor = await withControlledClock();
  const { page } = visitor;
  const show = (state: string): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await show("hidden");
  const { asked } = visitor;
  await page.clock.runFor(120_000);
  expect(visitor.asked).toBe(asked);
  const answer = visitor.nextAnswer();
  await show("visible");
  await answer;
  expect(visitor.asked).toBe(asked + 1);
});
