// npm run test:browser [-- [--pictures] [OPTIONS OF VITEST]]
// The page in a real Chromium, served by the Worker in workerd. `--pictures` draws those of the documentation instead.
import { runVitest } from "../support/run-vitest.ts";
import { findChromium } from "./chromium.ts";
import { takePictures } from "./pictures.ts";

const options = process.argv.slice(2);

if (findChromium() === undefined) {
  console.log("skipped: the tests in a browser need Chromium: install it, or name its program in CHROMIUM");
} else if (options.includes("--pictures")) await takePictures();
else await runVitest("test/browser/vitest.config.ts", options);
