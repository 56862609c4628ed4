// "leasehound/light": a lock of two commands, with fewer promises.

export type { KeepAlive, KeepAliveEnd } from "../hold/held.ts";
export { createLightLocks, type LightLocks } from "./create-light-locks.ts";
export type { LightHeld, LightKeepAliveOptions, LightReleaseResult } from "./light-held.ts";
export type { LightLock } from "./light-lock.ts";
export type { LightAcquireOptions, LightLocksOptions, LightWithLockOptions } from "./light-options.ts";
