// "leasehound/dashboard": a page that shows the held locks, their holders and their waiters.

export type { Credential } from "../api/credential.ts";
export type { ApiLocks } from "../api/locks.ts";
export { createDashboard } from "./create-dashboard.ts";
export type { DashboardOptions } from "./dashboard.ts";
