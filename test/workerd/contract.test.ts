// The contract suites in workerd; those of handOff with the LeaseWatchdog that wrangler.toml binds.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import { everyKindContract, waitingAndFaults, wrongUseContract } from "../contract/every-kind.ts";
import { handOffContract } from "../contract/hand-off/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off/order.ts";
import { handOffRefusedContract } from "../contract/hand-off/refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off/unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { handOffMultiContract } from "../contract/multi-lock/hand-off.ts";
import { createLocks } from "../support/bare-locks.ts";
import { uniqueName } from "../support/unique-name.ts";

// Most of it is waiting.
vi.setConfig({ maxConcurrency: 12 });

// First: its leases are short, and the rest keeps the machine busy.
describe("handOff", () => {
  const redis = inject("shared");
  const watchdog = env.LEASE_WATCHDOG;
  // The first call loads the object's class, and the first run of a script the script.
  beforeAll(async () => {
    const held = await createLocks({ redis, watchdog }).lock(uniqueName()).acquire();
    await held.handOff({ maxHoldMs: 60_000 });
    await held.release();
  });
  handOffRefusedContract(redis, watchdog);
  handOffContract(redis, watchdog, kinds.plain);
  for (const kind of [kinds.fair, kinds.read, kinds.write]) {
    describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
  }
  handOffMultiContract(redis, watchdog);
  handOffOrderContract(redis, watchdog);
  handOffUnconfirmedContract(redis, watchdog);

  it("goes to a single object as well: a stub, which has every method one asks for, is taken for a watchdog", async () => {
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
everyKindContract(inject("shared"));
wrongUseContract();
waitingAndFaults(inject("faultyForWorkerd"));
