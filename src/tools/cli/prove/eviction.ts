// Eviction: whether the database may drop locks that are held.
import { evictionOf } from "../doctor/eviction.ts";
import type { Check, Outcome } from "./check.ts";
import type { TestedDatabase } from "./tested-database.ts";

async function policy(database: TestedDatabase): Promise<Outcome> {
  const { health, found, advice = "" } = await evictionOf((...words) => database.run(...words));
  return { health, found: health === "unknown" ? `${found}; ${advice}` : found };
}

export const EVICTION: Check = {
  name: "eviction",
  means: "when the memory is full, a held lock is dropped, and another caller gets it",
  avoid: "set maxmemory-policy to noeviction, or switch eviction off",
  run: policy,
};
