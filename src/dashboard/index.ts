// "leasehound/dashboard": a page that shows who holds which lock, and who waits.

export type { Credential } from "../api/credential.ts";
export type { ApiLocks } from "../api/locks.ts";
export { createDashboard, type DashboardOptions } from "./dashboard.ts";
