// The picture of the page in the documentation: a lively play.
import type { Browser } from "playwright-core";
import type { Held } from "../../../src/index.ts";
import { launchChromium } from "./chromium.ts";
import { type Site, startSite, TOKEN } from "./site.ts";

const FILE = "docs/pictures/page-light.png";
const LEASE_MS = 9_000;
// Long enough for renewals that the page sees.
const PLAY_MS = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Takes the same fair lock again and again, until the play ends. One of them always dies with it. */
async function contend({ locks }: Site, label: string, workMs: number, ended: AbortSignal): Promise<void> {
  const lock = locks.fairLock("reports:daily");
  const dies = label === "import eu-2";
  while (!ended.aborted) {
    const held = await lock.acquire({ label, waitMs: 120_000, signal: ended, ...(dies && { leaseMs: LEASE_MS }) });
    if (dies) await pause(LEASE_MS * 3);
    else {
      held.keepAlive();
      await pause(workMs);
      await held.release();
      await pause(workMs / 2);
    }
  }
}

async function holdOthers({ locks }: Site): Promise<void> {
  const hold = async (name: string, label: string, leaseMs: number): Promise<Held> =>
    locks.lock(name).acquire({ label, leaseMs });
  await hold("checkout:order-1042", "checkout of the web shop", 240_000);
  await hold("cache:products", "cache fill in fra1", 160_000);
  await hold("cron:invoices", "", 400_000);
  const inventory = locks.readWriteLock("inventory").readLock();
  for (const reader of ["stock report", "price list"]) await inventory.acquire({ label: reader, leaseMs: 300_000 });
  await hold("tokens:refresh", "token refresh", 210_000);
}

async function look(browser: Browser, { url }: Site): Promise<void> {
  const page = await browser.newPage({ colorScheme: "light", viewport: { width: 1_120, height: 900 } });
  await page.goto(`${url}?lock=reports:daily`);
  await page.getByLabel("The token of the lock API").fill(TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await pause(PLAY_MS);
  await page.screenshot({ path: FILE, fullPage: true });
}

/** Writes docs/pictures/page-light.png. */
export async function takePicture(): Promise<void> {
  await using site = await startSite({ mayFree: true, leaseMs: LEASE_MS });
  const browser = await launchChromium();
  const ended = new AbortController();
  await holdOthers(site);
  const contenders = [6_000, 9_000, 14_000, 5_000].map((workMs, nth) =>
    contend(site, `import eu-${nth + 1}`, workMs, ended.signal).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    }),
  );
  try {
    await look(browser, site);
  } finally {
    ended.abort();
    await browser.close();
    await Promise.all(contenders);
  }
}
