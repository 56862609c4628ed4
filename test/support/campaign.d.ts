// The function of docs/jobs/leader-election.md.
import type { FencedHeld } from "leasehound";

export function campaign(name: string, lead: (held: FencedHeld) => Promise<void>, ending: AbortSignal): Promise<void>;
