// Keeps the history of the chosen lock in this tab, so that another load of the page, as after a form, goes on with it.
import { LaneHistory } from "./lane-history.ts";

const KEY = "leasehound lanes 1";

/** Returns the history of this lock that an earlier load has kept, or a new one. `lock`: its page and its name. */
export function keptHistory(lock: string): LaneHistory {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    if (kept.lock === lock) return LaneHistory.from(kept.history);
  } catch {
    // A browser may refuse to store anything.
  }
  return new LaneHistory();
}

/** Keeps a history; undefined: keeps none, as after a sign-out. */
export function keepHistory(lock: string, history: LaneHistory | undefined): void {
  try {
    if (history === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ lock, history }));
  } catch {
    // As above, or it is full.
  }
}
