// "leasehound/api": the lock API, its callers and their tokens.

export type { Audit, AuditLine } from "./audit.ts";
export type { Capability, CapabilityLimits, Verb } from "./capability.ts";
export type { Credential } from "./credential.ts";
export type { CorsOrigins } from "./cross-origin.ts";
export { type AuthorizeOptions, createLockApi, type LockApiOptions, type TokenOptions } from "./lock-api.ts";
export type { ApiLocks } from "./locks.ts";
export type { Authorize, Principal } from "./principals.ts";
export type { RateLimit, RateLimitAnswer } from "./rate-limit.ts";
export type { StateBucket, StoredObject, WriteCondition } from "./tofu/state-bucket.ts";
export { createTofuBackend, type TofuBackendOptions } from "./tofu/tofu-backend.ts";
