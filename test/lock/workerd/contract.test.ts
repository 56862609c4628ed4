// The contracts in workerd; those of handOff with the LeaseWatchdog that wrangler.toml binds. Node runs each of them
// for every kind.
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { createLocks } from "../../support/bare-locks.ts";
import { isExhaustive } from "../../support/exhaustive.ts";
import { sharedGateway } from "../../support/gateways.ts";
import { uniqueName } from "../../support/unique-name.ts";
import { allContracts } from "../contract/all.ts";

const redis = await sharedGateway();
const watchdog = env.LEASE_WATCHDOG;

allContracts({ redis, watchdog, repeats: isExhaustive }, () => {
  // The first call loads the object's class, and the first run of a script loads the script.
  beforeAll(async () => {
    const held = await createLocks({ redis, watchdog }).lock(uniqueName()).acquire();
    await held.handOff({ maxHoldMs: 60_000 });
    await held.release();
  });

  it("works with a single object too: a stub, which seems to have every method, is accepted as a watchdog", async () => {
    const object = env.LEASE_WATCHDOG.getByName("single");
    const lock = createLocks({ redis, watchdog: object }).lock(uniqueName());
    const held = await lock.acquire();
    await held.handOff({ maxHoldMs: 60_000 });
    const hold = held.serialize();
    expect(await lock.handOffStatus(hold)).toMatchObject({ state: "kept" });
    expect(await held.release()).toMatchObject({ outcome: "released" });
    expect(await lock.handOffStatus(hold)).toMatchObject({ state: "released" });
  });
});
