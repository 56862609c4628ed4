// An application of AdonisJS with the lock provider, and the store of the page.

import { IgnitorFactory } from "@adonisjs/core/factories";
import type { LockService } from "@adonisjs/lock/types";
import lock from "../.cache/verrou/use-1.ts";

const ignitor = new IgnitorFactory()
  .merge({ config: { lock }, rcFileContents: { providers: [() => import("@adonisjs/lock/lock_provider")] } })
  .withCoreConfig()
  .withCoreProviders()
  .create(new URL("./", import.meta.url));
const app = ignitor.createApp("web");
await app.init();
await app.boot();
const service: LockService = await app.container.make("lock.manager");
const [, result] = await service.createLock("report", "5s").run(async () => {
  return service.createLock("report", "5s").acquireImmediately();
});
console.log(`a second one inside: ${result}`);
await app.terminate();
process.exit(0);
