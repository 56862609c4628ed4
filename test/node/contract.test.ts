// The contract suites in Node, for every kind.
import { inject } from "vitest";
import { allContracts } from "../contract/all.ts";
import { processWatchdog } from "../support/process-watchdog.ts";

const redis = inject("shared");
allContracts({ redis, faulty: inject("faultyForNode"), watchdog: processWatchdog(redis), repeats: true });
