// "leasehound/api": the lock API as an app of Hono, its callers and their tokens.

export type { ApiLocks, Audit, AuditLine, AuthorizeOptions, TokenOptions } from "../access/access.ts";
export type { Authorize, Credential, Principal } from "../access/callers.ts";
export type { RateLimit, RateLimitAnswer } from "../access/rates.ts";
export type { Capability, CapabilityLimits, Verb } from "./contract/vocabulary.ts";
export type { CorsOrigins } from "./cross-origin.ts";
export { createLockApi, type LockApiOptions } from "./lock-api.ts";
