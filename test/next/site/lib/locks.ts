import { locksFromEnv } from "leasehound/vercel";

// A short lease shows renewals soon.
export const locks = locksFromEnv({ leaseMs: Number(process.env.LEASE_MS ?? 30_000) });
