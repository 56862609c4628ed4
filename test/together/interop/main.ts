// npm run test:full -- interop [-- --redisson 4.7.0,3.17.7] [--short] [--record] [--soak-ms 300000] [--share-ms 30000]
//   [a file of test/together/interop/live] [-- options of vitest]
// Both sides on one redis-server, Redisson over TCP and ours through the gateway.
import { parseArgs } from "node:util";
import { runVitest } from "../../support/run-vitest.ts";
import { buildFor, missingTool, NoRedisson, VERSIONS } from "./redisson-build.ts";

const { values, positionals } = parseArgs({
  options: {
    /** Versions of Redisson, the newest first. */
    redisson: { type: "string", default: VERSIONS.join(",") },
    /** Records the transcripts again. */
    record: { type: "boolean", default: false },
    /** Runs slow tests with the newest version only. */
    short: { type: "boolean", default: false },
    "soak-ms": { type: "string", default: "20000" },
    "share-ms": { type: "string", default: "5000" },
  },
  allowPositionals: true,
});

const isOfAll =
  values.redisson.split(",")[0] === VERSIONS[0] &&
  positionals.every((option) => /^--(reporter|outputFile)/.test(option));

async function reasonToSkip(): Promise<string | undefined> {
  const missing = await missingTool();
  if (missing !== undefined) return `${missing} was not found`;
  try {
    for (const version of values.redisson.split(",")) await buildFor(version);
    return undefined;
  } catch (error) {
    if (error instanceof NoRedisson) return "Maven could not get Redisson";
    throw error;
  }
}

const reason = await reasonToSkip();
if (reason !== undefined) {
  console.log(`skipped: the tests with the real Redisson need Java 17 and Maven, and ${reason}`);
} else {
  const reporters = ["--reporter=test/together/interop/table-reporter.ts"];
  if (!positionals.some((option) => option.startsWith("--reporter"))) reporters.unshift("--reporter=default");
  await runVitest("test/together/interop/vitest.config.ts", [...reporters, ...positionals], {
    ...(values.record ? { RECORD: "1" } : {}),
    ...(values.short ? { SHORT: "1" } : {}),
    // The run is complete: nothing was selected.
    ...(isOfAll ? { COMPLETE: "1" } : {}),
    REDISSON: values.redisson,
    SOAK_MS: values["soak-ms"],
    SHARE_MS: values["share-ms"],
  });
}
