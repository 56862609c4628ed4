// The contract suites in workerd; those of handOff with the LeaseWatchdog that wrangler.toml binds.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, it, vi } from "vitest";
import {
  countDownLatchContract,
  countDownLatchOptionsContract,
} from "../contract/count-down-latch/count-down-latch.ts";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { fenceContract, fenceOptionsContract } from "../contract/fenced/fence.ts";
import { handOffContract } from "../contract/hand-off/hand-off.ts";
import { handOffOrderContract } from "../contract/hand-off/order.ts";
import { handOffRefusedContract } from "../contract/hand-off/refused.ts";
import { handOffUnconfirmedContract } from "../contract/hand-off/unconfirmed.ts";
import { kinds } from "../contract/kinds.ts";
import { optionsContract } from "../contract/lock/options.ts";
import { useOptionsContract } from "../contract/lock/use.ts";
import { handOffMultiContract } from "../contract/multi-lock/hand-off.ts";
import { permitExpirableOptionsContract } from "../contract/permit-expirable/options.ts";
import { semaphoreContract, semaphoreOptionsContract } from "../contract/semaphore/semaphore.ts";
import { singleFlightOptionsContract } from "../contract/single-flight/options.ts";
import { createLocks } from "../support/bare-locks.ts";
import { isExhaustive, shortOrFull } from "../support/exhaustive.ts";
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
  for (const kind of shortOrFull([], [kinds.fair, kinds.read, kinds.write])) {
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
// Node shows each contract for every kind.
everyKindContract(inject("shared"), isExhaustive);
describe("options", () => optionsContract());
permitExpirableOptionsContract();
describe.concurrent("fence", () => fenceContract(inject("shared")));
describe.concurrent("semaphore", () => semaphoreContract(inject("shared")));
describe("semaphore, wrong use", () => semaphoreOptionsContract());
describe.concurrent("count-down latch", () => countDownLatchContract(inject("shared")));
describe("count-down latch, wrong use", () => countDownLatchOptionsContract());
describe("fence, wrong use", () => fenceOptionsContract());
singleFlightOptionsContract();
describe("use, wrong use", () => useOptionsContract());
waitingAndFaults(inject("faultyForWorkerd"), isExhaustive);
