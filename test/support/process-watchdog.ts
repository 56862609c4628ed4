// The watchdog of `leasehound/testing`, on a gateway. It shows that handOff depends on the Watchdog interface alone,
// and runs it in Node.
import { testWatchdog } from "../../src/engine/testing/index.ts";
import type { Watchdog } from "../../src/index.ts";
import { upstashPort } from "../../src/lock/redis/upstash.ts";
import type { Endpoint } from "./rest.ts";

export function processWatchdog(redis: Endpoint): Watchdog {
  return testWatchdog({ port: upstashPort(redis) });
}
