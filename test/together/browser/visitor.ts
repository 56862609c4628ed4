// Somebody who looks at the page in a browser of their own.
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type Site, TOKEN } from "./site.ts";

/** A viewer. At the end, nothing may have been reported: no blocked content, no error, no dialog. */
export class Visitor implements AsyncDisposable {
  readonly page: Page;
  /** How many requests the page's script has sent. */
  asked = 0;
  readonly #site: Site;
  readonly #problems: string[] = [];

  private constructor(page: Page, site: Site) {
    this.page = page;
    this.#site = site;
    page.on("console", (message) => {
      const text = message.text();
      // A response with an error is a part of many tests.
      if (message.type() === "error" && !text.includes("Failed to load resource")) this.#problems.push(text);
    });
    page.on("pageerror", (error) => this.#problems.push(error.message));
    page.on("dialog", async (dialog) => {
      this.#problems.push(`a dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
    page.on("request", (request) => {
      if (request.url().includes("/live")) this.asked += 1;
    });
  }

  /** Opens a browser window with its own cookies. */
  static async arrive(browser: Browser, site: Site, options: BrowserContextOptions = {}): Promise<Visitor> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const visitor = new Visitor(page, site);
    await page.exposeFunction("reportViolation", (what: string) => visitor.#problems.push(what));
    await page.addInitScript({
      content: `addEventListener("securitypolicyviolation", (event) =>
        reportViolation("blocked: " + event.violatedDirective + " " + event.blockedURI));`,
    });
    return visitor;
  }

  /** Opens a browser window and signs in. `query`: which page, such as "?lock=a". */
  static async signedIn(
    browser: Browser,
    site: Site,
    query = "",
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const visitor = await Visitor.arrive(browser, site, options);
    await visitor.see(query);
    await visitor.signIn(TOKEN);
    return visitor;
  }

  /** Opens a page. */
  async see(query = ""): Promise<void> {
    await this.page.goto(this.#site.url + query);
  }

  async signIn(token: string): Promise<void> {
    await this.page.getByLabel("The token of the lock API").fill(token);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.page.waitForLoadState("load");
  }

  /** The row of a lock in the table. */
  row(name: string): Locator {
    return this.page.locator("#locks tbody tr", { has: this.page.getByRole("link", { name, exact: true }) });
  }

  /** Returns the names in the table, in their order. */
  names(): Promise<string[]> {
    return this.page.locator("#locks tbody th").allTextContents();
  }

  /** Resolves when the page has shown another answer of the server. */
  async nextAnswer(): Promise<void> {
    await this.page.waitForResponse((response) => response.url().includes("/live"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
    expect(this.#problems).toEqual([]);
  }
}
