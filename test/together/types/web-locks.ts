// The types of leasehound/web-locks, which test/edge/web-locks/types.test.ts also gives to older compilers.
import { createLocks } from "leasehound";
import {
  createLockManager,
  installNavigatorLocks,
  type LockHold,
  type LockManagerSnapshot,
  type LockOptions,
  type Lock as OurLock,
  type LockManager as OurManager,
} from "leasehound/web-locks";

const client = createLocks({ redis: { url: "https://example.com", token: "t" } });
const ours: OurManager = createLockManager(client, { leaseMs: 5_000, onUnreachable: "fail", bareNames: true });

// The DOM's own types accept ours.
export const manager: LockManager = ours;
export const query: () => Promise<globalThis.LockManagerSnapshot> = () => ours.query();
export const options: globalThis.LockOptions = { mode: "shared", ifAvailable: true };
export function shown(lock: OurLock, snapshot: LockManagerSnapshot): [Lock, globalThis.LockManagerSnapshot] {
  return [lock, snapshot];
}
Object.defineProperty(navigator, "locks", { value: ours });

// Ours accept what was written for the DOM's.
const named: LockGrantedCallback<string> = (lock) => lock?.name ?? "";
export const names: Promise<string>[] = [
  ours.request("n", named),
  ours.request("n", { mode: "shared", ifAvailable: true }, named),
  ours.request("n", options, named),
];

// The result is that of the callback, awaited.
export const results: [Promise<number>, Promise<number>, Promise<void>] = [
  ours.request("n", () => 1),
  ours.request("n", async () => 1),
  ours.request("n", { steal: true }, async () => {}),
];

// The second argument of a callback. Only ifAvailable can lack a lock.
export const tokens: Promise<string | undefined>[] = [
  ours.request("n", (lock: OurLock, held: LockHold) => `${lock.name} ${held.fencingToken}`),
  ours.request("n", { mode: "exclusive" }, (lock, held) => `${lock.mode} ${held.signal.aborted}`),
  ours.request("n", { ifAvailable: true }, (lock, held) => lock?.mode && held?.owner),
];
// @ts-expect-error ifAvailable may call back without a lock
ours.request("n", { ifAvailable: true }, (lock) => lock.mode);
// @ts-expect-error there is no such mode
ours.request("n", { mode: "write" }, () => {});
// @ts-expect-error a callback is needed
ours.request("n", { mode: "shared" });
// @ts-expect-error a lock cannot be constructed with arguments of its own
ours.request(1, () => {});
const { signal } = new AbortController();
export const all: LockOptions = { mode: undefined, ifAvailable: false, steal: undefined, signal };

export const undo: () => void = installNavigatorLocks(client, { context: () => ({ waitUntil() {} }) });
// @ts-expect-error there is no such option
createLockManager(client, { lease: 1 });
