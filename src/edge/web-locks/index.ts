// "leasehound/web-locks": the Web Locks API (`navigator.locks`), across processes.
export { createLockManager, type LockManagerOptions } from "./create-lock-manager.ts";
export { installNavigatorLocks } from "./install.ts";
export { Lock } from "./lock.ts";
export { LockManager } from "./lock-manager.ts";
export type { LockHold, LockInfo, LockManagerSnapshot, LockMode, LockOptions } from "./lock-types.ts";
