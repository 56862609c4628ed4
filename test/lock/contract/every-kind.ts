// The contracts of every kind, in one place for all runtimes.
import { describe, vi } from "vitest";
import { isExhaustive } from "../../support/exhaustive.ts";
import { separateGateway, sharedGateway } from "../../support/gateways.ts";
import type { Endpoint } from "../../support/rest.ts";
import { over, row } from "./cell.ts";
import { countDownLatchContract, countDownLatchOptionsContract } from "./count-down-latch/count-down-latch.ts";
import { countDownLatchFaultsContract } from "./count-down-latch/faults.ts";
import { fairnessContract } from "./fair/fairness.ts";
import { fairFaultsContract } from "./fair/faults.ts";
import { fairPassingContract } from "./fair/passing.ts";
import { redissonFairCases } from "./fair/redisson-cases.ts";
import { fairReadWriteContract } from "./fair-read-write/order.ts";
import { LATCH_ROWS, OPTION_ROWS, PERMIT_ROWS, SEMAPHORE_ROWS } from "./faults/counters.ts";
import { acquireRows, bothSidesRows, lockRows, QUEUE_ROWS } from "./faults/locks.ts";
import { FENCE_ROWS, FLIGHT_ROWS, LIGHT_ROWS, multiRows } from "./faults/others.ts";
import { faultTable } from "./faults/table.ts";
import { fencedFaultsContract } from "./fenced/faults.ts";
import { fenceContract, fenceFaultsContract, fenceOptionsContract } from "./fenced/fence.ts";
import { fencedContract } from "./fenced/fenced.ts";
import { latestTokenContract } from "./fenced/fenced-latest.ts";
import { inspectedCountersContract } from "./inspection/counters.ts";
import { describeContract } from "./inspection/describe.ts";
import { listContract } from "./inspection/list.ts";
import { inspectedLocksContract } from "./inspection/locks.ts";
import { wantedContract } from "./inspection/wanted.ts";
import { type ExclusiveKind, kinds, type ReadWriteMethod } from "./kinds.ts";
import { lightFaultsContract } from "./light/faults.ts";
import { lightInspectionContract } from "./light/inspection.ts";
import { lightContract } from "./light/light.ts";
import { lightOptionsContract } from "./light/options.ts";
import { alreadyHeldContract } from "./lock/already-held.ts";
import { byOwnerContract } from "./lock/by-owner.ts";
import { eventsContract } from "./lock/events.ts";
import { releaseFaultsContract, renewalFaultsContract } from "./lock/faults.ts";
import { faultMixContract, replyFaultsContract } from "./lock/faults-replies.ts";
import { heldHereContract } from "./lock/held-here.ts";
import { holdsContract } from "./lock/holds.ts";
import { keepAliveContract } from "./lock/keep-alive.ts";
import { labelsContract } from "./lock/labels.ts";
import { leasesContract } from "./lock/leases.ts";
import { lockContract } from "./lock/lock.ts";
import { newestContract } from "./lock/newest.ts";
import { optionsContract } from "./lock/options.ts";
import { reEntryContract } from "./lock/re-entry.ts";
import { redissonCases } from "./lock/redisson-cases.ts";
import { renewalsTogetherContract } from "./lock/renewals-together.ts";
import { stealContract, stealOptionsContract } from "./lock/steal.ts";
import { stealOfKindsContract } from "./lock/steal-of-kinds.ts";
import { withLockByNameContract, withLockContract, withLockOptionsContract } from "./lock/with-lock.ts";
import { multiLockFaultsContract } from "./multi-lock/faults.ts";
import { multiLockContract } from "./multi-lock/multi-lock.ts";
import { permitExpirableFaultsContract } from "./permit-expirable/faults.ts";
import { permitExpirableOptionsContract } from "./permit-expirable/options.ts";
import { permitExpirableContract } from "./permit-expirable/permit-expirable.ts";
import { waitingPermitExpirableContract } from "./permit-expirable/waiting.ts";
import { readWriteFaultsContract } from "./read-write/faults.ts";
import { readHoldsContract } from "./read-write/read-holds.ts";
import { readWriteContract } from "./read-write/read-write.ts";
import { redissonReadWriteCases } from "./read-write/redisson-cases.ts";
import { waitingReadWriteContract } from "./read-write/waiting.ts";
import { semaphoreFaultsContract } from "./semaphore/faults.ts";
import { semaphoreContract, semaphoreOptionsContract } from "./semaphore/semaphore.ts";
import { waitingWithoutLeaseContract } from "./semaphore/waiting.ts";
import { singleFlightFaultsContract } from "./single-flight/faults.ts";
import { singleFlightOptionsContract } from "./single-flight/options.ts";
import { singleFlightContract } from "./single-flight/single-flight.ts";
import { fairGrantedContract } from "./waiting/fair-granted.ts";
import { forgedContract } from "./waiting/forged.ts";
import { grantedContract } from "./waiting/granted.ts";
import { waitingOfKindContract } from "./waiting/kinds.ts";
import { passingContract } from "./waiting/passing.ts";
import { standingContract } from "./waiting/standing.ts";
import { waitingContract } from "./waiting/waiting.ts";

/** Most of it is waiting. */
export const MOST_AT_ONCE = 8;

/** Returns a gateway for one stage, whose tests run one at a time. */
export type NewGateway = () => Promise<Endpoint>;

/** The tests of one kind. */
interface KindContract {
  /**
   * Registers tests that run all at once; their Redis may be shared.
   *
   * @param repeats whether this kind repeats what the plain lock shows: one runtime shows it for all of them
   */
  atOnce?: (redis: Endpoint, repeats: boolean) => void;
  /** Wrong use: needs no Redis. */
  wrongUse?: () => void;
  /**
   * Registers waiting and faults, in stages beside each other. A kind does not repeat tests of code that it shares with
   * another kind. The non-reentrant kinds wait like the others. The spin lock has the plain lock's scripts. The fenced
   * lock differs in its tokens only.
   */
  stages?: Stages;
}

type Stages = (newGateway: NewGateway, repeats: boolean) => void;

/** By the name of the file that runs it in Node, test/lock/contract/<name>.test.ts. */
const CONTRACTS = {
  lock: {
    atOnce(redis) {
      exclusive(redis, kinds.plain);
      used(redis, kinds.plain);
      labelled(redis, kinds.plain);
      withLockByNameContract(redis);
      describe.concurrent("thefts", () => {
        stealOfKindsContract(redis);
        newestContract(redis);
      });
      describe.concurrent("held by this client", () => heldHereContract(redis));
      eventsContract(redis);
    },
    wrongUse() {
      describe("options", () => optionsContract());
      describe("steal, wrong use", () => stealOptionsContract());
      describe("withLock, wrong use", () => withLockOptionsContract());
    },
    stages(newGateway) {
      stage("plain lock", newGateway, (redis) => {
        waitingOfKindContract(redis, kinds.plain);
        releaseFaultsContract(redis);
        faultTable(redis, lockRows(kinds.plain));
      });
      stage("plain lock, a mix of faults, and replies", newGateway, (redis) => {
        faultMixContract(redis, kinds.plain);
        renewalFaultsContract(redis);
        replyFaultsContract(redis);
      });
    },
  },
  renewal: { stages: (newGateway) => stage("renewals together", newGateway, renewalsTogetherContract) },
  "spin-lock": {
    atOnce(redis, repeats) {
      if (repeats) exclusive(redis, kinds.spin);
    },
    stages(newGateway, repeats) {
      if (!repeats) return;
      stage("spin lock", newGateway, (redis) => {
        waitingOfKindContract(redis, kinds.spin);
        faultMixContract(redis, kinds.spin);
      });
    },
  },
  "non-reentrant": {
    atOnce(redis, repeats) {
      if (repeats) for (const kind of [kinds.nonReentrant, kinds.nonReentrantFair]) exclusive(redis, kind);
      else describe.concurrent("non-reentrant lock", () => alreadyHeldContract(redis, kinds.nonReentrant));
    },
    stages(newGateway, repeats) {
      for (const kind of repeats ? [kinds.nonReentrant, kinds.nonReentrantFair] : [kinds.nonReentrant]) {
        stage(kind.name, newGateway, (redis) => faultTable(redis, acquireRows(kind)));
      }
    },
  },
  fair: {
    atOnce(redis, repeats) {
      describe.concurrent("fair lock", () => redissonFairCases(redis, kinds.fair));
      if (!repeats) return;
      exclusive(redis, kinds.fair);
      used(redis, kinds.fair);
      labelled(redis, kinds.fair);
    },
    stages(newGateway, repeats) {
      stage("fair lock", newGateway, (redis) => {
        if (repeats) {
          waitingOfKindContract(redis, kinds.fair);
          faultMixContract(redis, kinds.fair);
        }
        fairFaultsContract(redis);
        faultTable(redis, [...lockRows(kinds.fair), ...QUEUE_ROWS]);
      });
    },
  },
  fenced: {
    atOnce(redis, repeats) {
      describe.concurrent("fenced lock", () => {
        fencedContract(redis);
        latestTokenContract(redis);
      });
      describe.concurrent("fence", () => fenceContract(redis));
      if (!repeats) return;
      exclusive(redis, kinds.fenced);
      labelled(redis, kinds.fenced);
    },
    wrongUse: () => describe("fence, wrong use", () => fenceOptionsContract()),
    stages(newGateway) {
      stage("fenced lock", newGateway, (redis) => {
        fencedFaultsContract(redis);
        faultTable(redis, acquireRows(kinds.fenced));
      });
      stage("fence", newGateway, (redis) => {
        fenceFaultsContract(redis);
        faultTable(redis, FENCE_ROWS);
      });
    },
  },
  "read-write": {
    atOnce(redis, repeats) {
      readWrite(redis, "readWriteLock");
      if (!repeats) return;
      exclusive(redis, kinds.write);
      readHolds(redis, kinds.read);
      for (const kind of [kinds.read, kinds.write]) {
        used(redis, kind);
        labelled(redis, kind);
      }
    },
    stages(newGateway, repeats) {
      stage("read/write lock", newGateway, (redis) => {
        readWriteFaultsContract(redis, "readWriteLock");
        faultTable(redis, [...bothSidesRows("readWriteLock"), ...lockRows(kinds.read), ...lockRows(kinds.write)]);
        waitingReadWriteContract(redis, "readWriteLock");
      });
      if (!repeats) return;
      stage("write lock", newGateway, (redis) => {
        waitingOfKindContract(redis, kinds.write);
        faultMixContract(redis, kinds.write);
      });
    },
  },
  "fair-read-write": {
    atOnce(redis, repeats) {
      if (!repeats) return;
      readWrite(redis, "fairReadWriteLock");
      exclusive(redis, kinds.fairWrite);
      labelled(redis, kinds.fairWrite);
      readHolds(redis, kinds.fairRead);
    },
    stages(newGateway, repeats) {
      stage("fair read/write lock", newGateway, (redis) => {
        if (repeats) readWriteFaultsContract(redis, "fairReadWriteLock");
        faultTable(redis, [
          ...bothSidesRows("fairReadWriteLock"),
          ...acquireRows(kinds.fairRead),
          ...acquireRows(kinds.fairWrite),
        ]);
        waitingReadWriteContract(redis, "fairReadWriteLock");
        fairReadWriteContract(redis);
      });
      if (!repeats) return;
      stage("fair write lock", newGateway, (redis) => {
        waitingOfKindContract(redis, kinds.fairWrite);
      });
    },
  },
  "multi-lock": {
    atOnce: multiLockContract,
    stages: (newGateway) =>
      stage("multi lock", newGateway, (redis) => {
        multiLockFaultsContract(redis);
        faultTable(redis, [...multiRows(false), ...multiRows(true)]);
      }),
  },
  "single-flight": {
    atOnce: singleFlightContract,
    wrongUse: singleFlightOptionsContract,
    stages: (newGateway) =>
      stage("single flight", newGateway, (redis) => {
        singleFlightFaultsContract(redis);
        faultTable(redis, FLIGHT_ROWS);
      }),
  },
  "permit-expirable": {
    atOnce: (redis) => describe.concurrent("permit-expirable semaphore", () => permitExpirableContract(redis)),
    wrongUse: permitExpirableOptionsContract,
    stages(newGateway) {
      stage("permits with leases", newGateway, (redis) => {
        permitExpirableFaultsContract(redis);
        faultTable(redis, PERMIT_ROWS);
        waitingPermitExpirableContract(redis);
      });
    },
  },
  semaphore: {
    atOnce: (redis) => describe.concurrent("semaphore", () => semaphoreContract(redis)),
    wrongUse: () => describe("semaphore, wrong use", () => semaphoreOptionsContract()),
    stages(newGateway) {
      stage("semaphore", newGateway, (redis) => {
        semaphoreFaultsContract(redis);
        faultTable(redis, [...SEMAPHORE_ROWS, ...OPTION_ROWS]);
      });
      stage("waiting without a lease", newGateway, waitingWithoutLeaseContract);
    },
  },
  "count-down-latch": {
    atOnce: (redis) => describe.concurrent("count-down latch", () => countDownLatchContract(redis)),
    wrongUse: () => describe("count-down latch, wrong use", () => countDownLatchOptionsContract()),
    stages: (newGateway) =>
      stage("count-down latch", newGateway, (redis) => {
        countDownLatchFaultsContract(redis);
        faultTable(redis, LATCH_ROWS);
      }),
  },
  light: {
    atOnce(redis) {
      describe.concurrent("light lock", () => {
        lightContract(redis, true);
        lightInspectionContract(redis);
      });
    },
    wrongUse: () => describe("light lock, wrong use", lightOptionsContract),
    stages: (newGateway) =>
      stage("light lock", newGateway, (redis) => {
        lightFaultsContract(redis);
        faultTable(redis, LIGHT_ROWS);
      }),
  },
  inspection: {
    atOnce(redis) {
      describe.concurrent("inspection", () => {
        inspectedLocksContract(redis);
        inspectedCountersContract(redis);
        wantedContract(redis);
      });
      describe.concurrent("a list of locks", () => listContract(redis));
      describe.concurrent("locks described by name", () => describeContract(redis));
    },
  },
} as const satisfies Readonly<Record<string, KindContract>>;

const EVERY_CONTRACT: readonly (readonly [name: string, KindContract])[] = Object.entries(CONTRACTS);

/** Registers all tests of one kind, over HTTP. */
export async function kindContract(name: keyof typeof CONTRACTS): Promise<void> {
  vi.setConfig({ maxConcurrency: MOST_AT_ONCE });
  const contract: KindContract = CONTRACTS[name];
  const shared = contract.atOnce === undefined ? undefined : await sharedGateway();
  over("HTTP", () => {
    if (shared !== undefined) row(name, true, () => contract.atOnce?.(shared, true));
    contract.wrongUse?.();
    const { stages } = contract;
    if (stages !== undefined) describe("waiting and faults", () => stagesOf(name, stages, separateGateway, true));
  });
}

export function everyKindContract(redis: Endpoint, repeats: boolean): void {
  for (const [name, { atOnce }] of EVERY_CONTRACT) {
    if (atOnce !== undefined) row(name, repeats, () => atOnce(redis, repeats));
  }
}

/** Registers the kinds over another connection than HTTP: the plain and the fair lock, or all in the full run. */
export function kindsOverContract(redis: Endpoint): void {
  if (isExhaustive) {
    everyKindContract(redis, true);
    return;
  }
  describe.concurrent("plain lock", () => {
    lockContract(redis, kinds.plain);
    reEntryContract(redis, kinds.plain);
  });
  describe.concurrent("fair lock", () => {
    lockContract(redis, kinds.fair);
    redissonFairCases(redis, kinds.fair);
  });
}

export function wrongUseContract(): void {
  for (const [, contract] of EVERY_CONTRACT) contract.wrongUse?.();
}

export function waitingAndFaults(newGateway: NewGateway, repeats: boolean): void {
  describe("waiting and faults", () => {
    for (const [name, { stages }] of EVERY_CONTRACT) {
      if (stages !== undefined) stagesOf(name, stages, newGateway, repeats);
    }
  });
}

function stagesOf(name: string, stages: Stages, newGateway: NewGateway, repeats: boolean): void {
  row(`${name}, faults`, repeats, () => stages(newGateway, repeats));
}

/**
 * Registers the tests that count requests, and look at states that last for moments. They run only beside each other.
 */
export function countedWaiting(newGateway: NewGateway): void {
  describe("waiting, counted", { meta: { row: "waiting, counted" } }, () => {
    stage("fairness", newGateway, (redis) => {
      fairPassingContract(redis);
      fairnessContract(redis);
    });
    // Last on its gateway, which afterwards is remembered as one without streams.
    stage("waiting", newGateway, (redis) => {
      passingContract(redis);
      standingContract(redis);
      grantedContract(redis);
      forgedContract(redis);
      fairGrantedContract(redis);
      waitingContract(redis);
    });
  });
}

/** Registers tests that run one at a time on a gateway of their own, beside those of the other stages. */
function stage(what: string, newGateway: NewGateway, tests: (redis: Endpoint) => void): void {
  // Asked for before vitest registers the stages, which it does one after the other.
  const starting = newGateway();
  describe.concurrent(what, async () => {
    const redis = await starting;
    describe("one at a time", { concurrent: false }, () => tests(redis));
  });
}

function exclusive(redis: Endpoint, kind: ExclusiveKind): void {
  describe.concurrent(kind.name, () => {
    lockContract(redis, kind);
    holdsContract(redis, kind);
    if (kind.reentrant) reEntryContract(redis, kind);
    else alreadyHeldContract(redis, kind);
    keepAliveContract(redis, kind);
    leasesContract(redis, kind);
    byOwnerContract(redis, kind);
    redissonCases(redis, kind);
    stealContract(redis, kind);
  });
}

function readHolds(redis: Endpoint, kind: ExclusiveKind): void {
  describe.concurrent(kind.name, () => {
    holdsContract(redis, kind);
    reEntryContract(redis, kind);
    keepAliveContract(redis, kind);
    leasesContract(redis, kind);
    byOwnerContract(redis, kind);
  });
}

function readWrite(redis: Endpoint, method: ReadWriteMethod): void {
  describe.concurrent(method, () => {
    readWriteContract(redis, method);
    readHoldsContract(redis, method);
    redissonReadWriteCases(redis, method);
  });
}

function used(redis: Endpoint, kind: ExclusiveKind): void {
  describe.concurrent(kind.name, () => withLockContract(redis, kind));
}

function labelled(redis: Endpoint, kind: ExclusiveKind): void {
  describe.concurrent(kind.name, () => labelsContract(redis, kind));
}
