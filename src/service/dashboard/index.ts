// "leasehound/dashboard": a page that shows the held locks, their holders and their waiters.

export type { ApiLocks, Audit, AuditLine, AuthorizeOptions, TokenOptions } from "../access/access.ts";
export type { Authorize, Credential, Principal } from "../access/callers.ts";
export type { RateLimit, RateLimitAnswer } from "../access/rates.ts";
export type { Capability, CapabilityLimits, Verb } from "../api/contract/vocabulary.ts";
export { createDashboard } from "./create-dashboard.ts";
export type { DashboardOptions } from "./dashboard.ts";
