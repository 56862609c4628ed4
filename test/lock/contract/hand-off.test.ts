// The contract of handOff in Node.
import { everyHandOffContract } from "./all.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { processWatchdog } from "../../support/process-watchdog.ts";

const redis = await sharedGateway();
everyHandOffContract({ redis, watchdog: processWatchdog(redis), repeats: true });
