// npm run test:full -- starters [-- --times N] [--seed N]
// Ends the starter of `leasehound run`, and of `leasehound dev`, so many times each, drawn over starters and signals.
import { parseArgs } from "node:util";
import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { findRedisServer } from "../../../src/tools/gateway/find-redis-server.ts";
import { startGateway } from "../../../src/tools/gateway/gateway.ts";
import { endDev, endRun, SIGNALS, type Start } from "./endings.ts";
import { folderWithPackage, PACKAGE_MANAGERS, STARTERS } from "./starters.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "100" }, seed: { type: "string", default: String(Date.now() % 1e6) } },
});
const random = mulberry32(Number(values.seed));
const starters: [string, Start][] = Object.entries({ ...STARTERS, ...PACKAGE_MANAGERS });

function drawn<Value>(all: readonly Value[]): Value {
  const value = all[Math.floor(random() * all.length)];
  if (value === undefined) throw new Error("nothing to draw from");
  return value;
}

const gateway = await startGateway({ redisServer: findRedisServer() });
using place = folderWithPackage();
let failures = 0;
for (const [command, end] of [["run", endRun] as const, ["dev", endDev] as const]) {
  const counts = new Map<string, number>();
  for (let nth = 0; nth < Number(values.times); nth++) {
    const [name, start] = drawn(starters);
    const signal = drawn(SIGNALS);
    const what = `${command} by ${name}, ${signal}`;
    try {
      const hasEnded = await end(start, signal, { folder: place.folder, redis: gateway });
      const shown = hasEnded ? what : `${what} (which waited for its command) and SIGKILL`;
      counts.set(shown, (counts.get(shown) ?? 0) + 1);
    } catch (error) {
      failures += 1;
      console.error(`failed: ${what}: ${error instanceof Error ? error.message : error}`);
    }
  }
  for (const [what, count] of [...counts].sort()) console.log(`${what}: ${count}`);
}
await gateway.close();
console.log(`seed ${values.seed}: ${failures} of ${2 * Number(values.times)} endings left something behind`);
process.exitCode = failures === 0 ? 0 : 1;
