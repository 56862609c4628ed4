// The browser of the tests: a Chromium of this machine.
import { type Browser, chromium } from "playwright-core";
import { findProgram } from "../../support/find-program.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of a Chromium: that of the variable CHROMIUM, or one on the PATH; undefined if there is none. */
export function findChromium(): string | undefined {
  return findProgram("CHROMIUM", NAMES);
}

/** Starts the browser. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("no Chromium was found");
  return chromium.launch({ executablePath });
}
