// Five programs that are wrong in a way that people are, and the same programs mended: those of docs/run/simulate.md.

import {
  type Observed,
  type SimulateOptions,
  type SimulationReport,
  type StoreValues,
  simulate,
} from "../../../src/engine/testing/index.ts";
import { isLockError } from "../../../src/index.ts";

/** How often, and with which seed. */
export type Extent = Pick<SimulateOptions<StoreValues>, "runs" | "seed" | "run">;

export interface Pair {
  readonly wrong: (extent: Extent) => Promise<SimulationReport>;
  readonly mended: (extent: Extent) => Promise<SimulationReport>;
}

/** One seat is sold, and its buyer gets one mail. */
const SEAT = {
  store: { buyer: 0, mails: 0 },
  invariant: ({ store }: { store: { get(key: "mails"): number } }): boolean => store.get("mails") <= 1,
};

type Handled = Readonly<Record<`by${number}`, boolean>>;

/** Each isolate has done its part in the end. */
const HANDLED = {
  store: { by1: false, by2: false, by3: false } satisfies Handled as Handled,
  invariant: ({ store, isOver }: Observed<Handled>): boolean =>
    !isOver || (["by1", "by2", "by3"] as const).every((key) => store.get(key)),
};

export const PROGRAMS: Readonly<Record<string, Pair>> = {
  "a look that is too early": {
    wrong: (extent) =>
      simulate({
        ...SEAT,
        ...extent,
        async program({ locks, store, step, isolate }) {
          await using held = await locks.lock("seat").acquire();
          held.keepAlive();
          if ((await store.get("buyer")) !== 0) return;
          await step("charge the card");
          held.signal.throwIfAborted();
          await store.set("buyer", isolate);
          await store.set("mails", (await store.get("mails")) + 1);
        },
      }),
    mended: (extent) =>
      simulate({
        ...SEAT,
        ...extent,
        async program({ locks, store, step, isolate }) {
          await using held = await locks.fencedLock("seat").acquire();
          held.keepAlive();
          if ((await store.get("buyer", held.fencingToken)) !== 0) return;
          await step("charge the card");
          if (!(await store.set("buyer", isolate, held.fencingToken))) return;
          await store.set("mails", (await store.get("mails")) + 1);
        },
      }),
  },
  "a write after the loss": {
    wrong: (extent) =>
      simulate({
        ...extent,
        store: { rows: 0 },
        async program({ locks, store, sleep }) {
          let rows = 0;
          try {
            await locks.withLock("import", async () => {
              rows = await store.get("rows");
              if (rows > 0) return;
              await sleep(5_000);
              await store.set("rows", rows + 10);
            });
          } catch (error) {
            if (!isLockError(error) || error.code !== "LOCK_LOST") throw error;
            await store.set("rows", (await store.get("rows")) + 10);
          }
        },
        invariant: ({ store }) => store.get("rows") <= 10,
      }),
    mended: (extent) =>
      simulate({
        ...extent,
        store: { rows: 0 },
        async program({ locks, store, sleep }) {
          await locks.fencedLock("import").withLock(async ({ fencingToken }) => {
            const rows = await store.get("rows", fencingToken);
            if (rows > 0) return;
            await sleep(5_000);
            await store.set("rows", rows + 10, fencingToken);
          });
        },
        invariant: ({ store }) => store.get("rows") <= 10,
      }),
  },
  "a token that is refreshed twice": {
    wrong: (extent) =>
      simulate({
        ...extent,
        store: { refreshes: 0 },
        async program({ locks, store, step }) {
          const refreshes = await store.get("refreshes");
          if (refreshes > 0) return;
          await locks.withLock("token", async () => {
            await step("ask for a token");
            await store.set("refreshes", (await store.get("refreshes")) + 1);
          });
        },
        invariant: ({ store }) => store.get("refreshes") <= 1,
      }),
    mended: (extent) =>
      simulate({
        ...extent,
        store: { refreshes: 0 },
        async program({ locks, store, step }) {
          await locks.fencedLock("token").withLock(async ({ fencingToken }) => {
            const refreshes = await store.get("refreshes", fencingToken);
            if (refreshes > 0) return;
            await step("ask for a token");
            await store.set("refreshes", refreshes + 1, fencingToken);
          });
        },
        invariant: ({ store }) => store.get("refreshes") <= 1,
      }),
  },
  "a cron job that runs twice": {
    wrong: (extent) =>
      simulate({
        ...extent,
        store: { runs: 0 },
        async program({ locks, store }) {
          await using held = await locks.lock("nightly").tryAcquire();
          if (held === null) return;
          await store.set("runs", (await store.get("runs")) + 1);
        },
        invariant: ({ store }) => store.get("runs") <= 1,
      }),
    mended: (extent) =>
      simulate({
        ...extent,
        store: { job: { day: 0, runs: 0 } },
        async program({ locks, store }) {
          await using held = await locks.fencedLock("nightly").tryAcquire();
          if (held === null) return;
          const { day, runs } = await store.get("job", held.fencingToken);
          if (day === 1) return;
          await store.set("job", { day: 1, runs: runs + 1 }, held.fencingToken);
        },
        invariant: ({ store }) => store.get("job").runs <= 1,
      }),
  },
  "a permit that is not given back": {
    wrong: (extent) =>
      simulate({
        ...HANDLED,
        ...extent,
        async program({ locks, store, isolate }) {
          await locks.permitExpirableSemaphore("slots", { permits: 1 }).acquire();
          await store.set(`by${isolate}`, true);
        },
      }),
    mended: (extent) =>
      simulate({
        ...HANDLED,
        ...extent,
        async program({ locks, store, sleep, isolate }) {
          const slots = locks.permitExpirableSemaphore("slots", { permits: 1 });
          while (!(await store.get(`by${isolate}`))) {
            try {
              await using _ = await slots.acquire();
              await store.set(`by${isolate}`, true);
            } catch (error) {
              if (!isLockError(error)) throw error;
              await sleep(1_000);
            }
          }
        },
      }),
  },
};
