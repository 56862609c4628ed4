// The contract suites in workerd; those of handOff with the LeaseWatchdog that wrangler.toml binds.
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { createLocks } from "../../src/index.ts";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { fenceContract, fenceOptionsContract } from "../contract/fence.ts";
import { handOffContract } from "../contract/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off-order.ts";
import { handOffRefusedContract } from "../contract/hand-off-refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off-unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { optionsContract } from "../contract/options.ts";
import { uniqueName } from "../support/unique-name.ts";

// First: its leases are short, and the rest keeps the machine busy.
describe("handOff", () => {
  const redis = inject("shared");
  const watchdog = env.LEASE_WATCHDOG;
  handOffRefusedContract(redis, watchdog);
  handOffContract(redis, watchdog, kinds.plain);
  for (const kind of [kinds.fair, kinds.read, kinds.write]) {
    describe.concurrent(`of a ${kind.name}`, () => handOffContract(redis, watchdog, kind));
  }
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
describe("options", () => optionsContract());
describe.concurrent("fence", () => fenceContract(inject("shared")));
describe("fence, wrong use", () => fenceOptionsContract());
waitingAndFaults(inject("faultyForWorkerd"));
