// The pictures of the page in the documentation: a lively play, looked at in light and dark colours and on a phone.
import type { Browser, BrowserContextOptions } from "playwright-core";
import type { Held } from "../../src/index.ts";
import { launchChromium } from "./chromium.ts";
import { type Site, startSite, TOKEN } from "./site.ts";

const FOLDER = "docs/pictures";
const LEASE_MS = 9_000;
// The lanes show two minutes.
const PLAY_MS = 122_000;

const LOOKS: readonly (BrowserContextOptions & { readonly file: string; readonly query: string })[] = [
  { file: "page-light", query: "?lock=reports:daily", colorScheme: "light", viewport: { width: 1_120, height: 900 } },
  { file: "page-dark", query: "?lock=reports:daily", colorScheme: "dark", viewport: { width: 1_120, height: 900 } },
  { file: "page-phone", query: "", colorScheme: "light", viewport: { width: 360, height: 740 } },
];

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

async function look(browser: Browser, { url }: Site, options: (typeof LOOKS)[number]): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(url + options.query);
  await page.getByLabel("The token of the lock API").fill(TOKEN);
  await page.getByRole("button", { name: "Sign in" }).click();
  await pause(PLAY_MS);
  await page.screenshot({ path: `${FOLDER}/${options.file}.png`, fullPage: options.query !== "" });
  await context.close();
}

/** Writes docs/pictures/page-*.png. Takes two minutes. */
export async function takePictures(): Promise<void> {
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
    await Promise.all(LOOKS.map((options) => look(browser, site, options)));
  } finally {
    ended.abort();
    await browser.close();
    await Promise.all(contenders);
  }
}
