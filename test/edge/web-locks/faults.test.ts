// Lock managers under all faults at once: no two hold a lock against each other, every request settles, nothing is
// left.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LockHold, LockManager, LockMode } from "../../../src/edge/web-locks/index.ts";
import { mulberry32 } from "../../../src/engine/faults/random.ts";
import { isLockError } from "../../../src/index.ts";
import { type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { shortOrFull } from "../../support/exhaustive.ts";
import { LEASE_MS, managersOf } from "../../support/lock-managers.ts";
import { clearFaults, setFaultMix } from "../../support/rest.ts";

const ROUNDS = shortOrFull(12, 100);
const MANAGERS = 4;
const CALLERS = 3;
const NAMES = ["a", "b"];

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

interface Inside {
  readonly mode: LockMode;
  readonly held: LockHold;
}

it(`${MANAGERS * CALLERS * ROUNDS} requests under a mix of faults exclude each other, and all settle`, {
  timeout: 300_000,
}, async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const inside = new Map<string, Set<Inside>>(NAMES.map((name) => [name, new Set()]));
  const outcomes = new Map<string, number>();
  const random = mulberry32(7);

  async function callback(name: string, mode: LockMode, held: LockHold | undefined): Promise<string> {
    if (held === undefined) return "unavailable";
    const mine = { mode, held };
    const all = inside.get(name) ?? new Set();
    all.add(mine);
    const valid = [...all].filter((each) => !each.held.signal.aborted);
    // One that is robbed in another manager hears of it later.
    const isExcluded = valid.length > 1 && valid.some((each) => each.mode === "exclusive");
    await new Promise((resolve) => setTimeout(resolve, random() * 20));
    all.delete(mine);
    return isExcluded ? "beside another" : "alone or shared";
  }

  async function call(locks: LockManager, steals: boolean): Promise<string> {
    const name = NAMES[Math.floor(random() * NAMES.length)] ?? "a";
    const mode = random() < 0.5 ? "shared" : "exclusive";
    const kind = random();
    const controller = new AbortController();
    if (kind < 0.15) return locks.request(name, { mode, ifAvailable: true }, (_, held) => callback(name, mode, held));
    if (steals && kind < 0.2)
      return locks.request(name, { steal: true }, (_, held) => callback(name, "exclusive", held));
    if (kind < 0.35) setTimeout(() => controller.abort("own"), random() * 100);
    return locks.request(name, { mode, signal: controller.signal }, (_, held) => callback(name, mode, held));
  }

  async function caller(locks: LockManager, steals: boolean): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await call(locks, steals).catch((error: unknown) =>
        isLockError(error) ? error.code : String(Object(error).name ?? error),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  }

  for (const steals of [false, true]) {
    outcomes.clear();
    const make = managersOf(gateway);
    await setFaultMix(gateway, 11, LEASE_MS);
    await Promise.all(
      Array.from({ length: MANAGERS }, () => make()).flatMap((locks) =>
        Array.from({ length: CALLERS }, () => caller(locks, steals)),
      ),
    );
    await clearFaults(gateway);
    expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(MANAGERS * CALLERS * ROUNDS);
    if (!steals) expect(outcomes.get("beside another")).toBeUndefined();
    expect(outcomes.get("alone or shared")).toBeGreaterThan((MANAGERS * CALLERS * ROUNDS) / 3);
    const others = [...outcomes.keys()].filter((outcome) => !EXPECTED.includes(outcome));
    expect(others).toEqual([]);
    // A hold whose release is lost ends with its lease.
    const locks = make();
    await eventually(async () => {
      const { held, pending } = await locks.query();
      return held.length + pending.length === 0;
    });
  }
  expect(unhandled).toEqual([]);
  process.off("unhandledRejection", note);
});

const EXPECTED = [
  ...["alone or shared", "beside another", "unavailable", "AbortError"],
  // The reason of its signal, which is a text.
  "own",
  // ifAvailable does not wait until Redis answers.
  ...["OUTCOME_UNKNOWN", "REDIS_UNREACHABLE", "UNEXPECTED_REPLY"],
];
