// "leasehound/dashboard": a page that shows the held locks, their holders and their waiters.

export type { Audit, AuditLine } from "../api/audit.ts";
export type { Capability, CapabilityLimits, Verb } from "../api/capability.ts";
export type { Credential } from "../api/credential.ts";
export type { AuthorizeOptions, TokenOptions } from "../api/lock-api.ts";
export type { ApiLocks } from "../api/locks.ts";
export type { Authorize, Principal } from "../api/principals.ts";
export type { RateLimit, RateLimitAnswer } from "../api/rate-limit.ts";
export { createDashboard } from "./create-dashboard.ts";
export type { DashboardOptions } from "./dashboard.ts";
