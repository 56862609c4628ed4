// The contract suites in Node, for every kind.
import { allContracts } from "../contract/all.ts";
import { sharedGateway } from "../support/gateways.ts";
import { processWatchdog } from "../support/process-watchdog.ts";

const redis = await sharedGateway();
allContracts({ redis, watchdog: processWatchdog(redis), repeats: true });
