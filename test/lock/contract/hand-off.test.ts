// The contract of handOff in Node.

import { sharedGateway } from "../../support/gateways.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";
import { everyHandOffContract } from "./all.ts";

const redis = await sharedGateway();
everyHandOffContract({ redis, watchdog: processWatchdog(redis), repeats: true });
