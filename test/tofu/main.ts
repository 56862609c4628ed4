// npm run test:tofu [-- OPTIONS OF VITEST]
// The real OpenTofu against the Worker in workerd. The first run builds OpenTofu, in about 5 minutes.
import { runVitest } from "../support/run-vitest.ts";
import { buildTofu, reasonToSkip } from "./tofu-build.ts";

const reason = await reasonToSkip();
if (reason === undefined) {
  await runVitest("test/tofu/vitest.config.ts", process.argv.slice(2), { TOFU: await buildTofu() });
} else {
  console.log(`skipped: the tests with the real OpenTofu need Go 1.26.6 or later and its modules, and ${reason}`);
}
