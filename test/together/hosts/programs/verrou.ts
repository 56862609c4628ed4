// <file> <runs> One of several processes: runs under one lock of verrou. Prints one line for each. Without arguments,
// it runs for longer than the ttl, and prints how that ends.
import { setTimeout as sleep } from "node:timers/promises";
import { LockFactory } from "@verrou/core";
import { createLocks } from "leasehound";
import { leasehoundStore } from "../.cache/verrou/locks.ts";
import { alone } from "./alone.ts";

const [file = "", runs = "0"] = process.argv.slice(2);
const factory = new LockFactory(leasehoundStore(createLocks({ prefix: "verrou:" })), { retry: { delay: 20 } });

for (let run = 0; run < Number(runs); run++) {
  const [, isAlone] = await factory.createLock("import").run(() => alone(file, () => sleep(2)));
  console.log(isAlone ? "alone" : "together");
}

if (file === "") {
  const run = factory.createLock("long", 1_000).run(() => sleep(1_500));
  console.log(await run.then(String, (error: Error & { code?: string }) => error.code));
}
