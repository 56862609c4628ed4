// npm run test:interop: both sides on one redis-server, Redisson over TCP and ours through the gateway.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { buildFor, missingTools, NoRedisson, VERSIONS } from "./redisson-build.ts";

const { values, positionals } = parseArgs({
  options: {
    redisson: { type: "string", default: VERSIONS.join(",") },
    record: { type: "boolean", default: false },
    "soak-ms": { type: "string", default: "20000" },
  },
  allowPositionals: true,
});

async function reasonToSkip(): Promise<string | undefined> {
  const missing = await missingTools();
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
  console.log(`skipped: the tests with the real Redisson need Java and Maven, and ${reason}`);
} else {
  const record = values.record ? { RECORD: "1" } : {};
  const tests = spawn("vitest", ["run", "--config", "test/interop/vitest.config.ts", ...positionals], {
    stdio: "inherit",
    env: { ...process.env, ...record, REDISSON: values.redisson, SOAK_MS: values["soak-ms"] },
  });
  const [code] = await once(tests, "exit");
  process.exitCode = code ?? 1;
}
