import { locksFromEnv } from "leasehound/web";

export const locks = locksFromEnv({ leaseMs: Number(process.env.LEASE_MS ?? 30_000) });
