// Waiting for several locks: where the one is waited for that was found busy last.
import type { Refusal } from "./acquire-loop.ts";
import type { WakeStrategy } from "./wake-strategy.ts";

/** `turnsOf`: at the n-th of the locks. */
export function memberWait(turnsOf: (member: number) => WakeStrategy): WakeStrategy {
  let at: { readonly member: number; readonly turns: WakeStrategy } | undefined;
  return {
    next(refusal: Refusal, leftMs) {
      const { member = 0 } = refusal;
      if (at?.member !== member) {
        // The lock that it was woken for may be free: another who waits there is to know.
        at?.turns.end({ kind: "unanswered" });
        at = { member, turns: turnsOf(member) };
      }
      return at.turns.next(refusal, leftMs);
    },
    end(lastTry) {
      const elsewhere = lastTry.kind === "refused" && (lastTry.member ?? 0) !== at?.member;
      at?.turns.end(elsewhere ? { kind: "unanswered" } : lastTry);
    },
  };
}
