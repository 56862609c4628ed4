// npm run test:full -- browser [-- [--picture] [OPTIONS OF VITEST]]
// The page in a real Chromium, served by the Worker in workerd. `--picture` takes that of the documentation instead.
import { runVitest } from "../../support/run-vitest.ts";
import { findChromium } from "./chromium.ts";
import { takePicture } from "./picture.ts";

const options = process.argv.slice(2);

if (findChromium() === undefined) {
  console.log("skipped: the tests in a browser need Chromium: install it, or name its program in CHROMIUM");
} else if (options.includes("--picture")) await takePicture();
else await runVitest("test/together/browser/vitest.config.ts", options);
