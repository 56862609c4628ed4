// The parts that the tests of one file share: a site, and a browser to visit it.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type Site, startSite } from "./site.ts";
import { Visitor } from "./visitor.ts";

/** A site and its visitors, while the tests of a file run. */
export interface Stage {
  readonly site: Site;
  arrive(options?: BrowserContextOptions): Promise<Visitor>;
  signedIn(query?: string, options?: BrowserContextOptions): Promise<Visitor>;
}

/** Starts a site and a browser before the tests of this file, and ends them afterwards. `options`: see startSite. */
export function useStage(options?: Parameters<typeof startSite>[0]): Stage {
  let opened: { readonly browser: Browser; readonly site: Site } | undefined;
  const open = (): { readonly browser: Browser; readonly site: Site } => {
    if (opened === undefined) throw new Error("the site is there only while tests run");
    return opened;
  };
  beforeAll(async () => {
    const [browser, site] = await Promise.all([launchChromium(), startSite(options)]);
    opened = { browser, site };
  });
  afterAll(async () => {
    await opened?.browser.close();
    await opened?.site[Symbol.asyncDispose]();
  });
  return {
    get site() {
      return open().site;
    },
    arrive: (context) => Visitor.arrive(open().browser, open().site, context),
    signedIn: (query, context) => Visitor.signedIn(open().browser, open().site, query, context),
  };
}
