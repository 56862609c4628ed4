// Waits for several locks: always for the one that was found busy last.
import type { Refusal } from "./group-member.ts";
import type { WakeStrategy } from "./wake-strategy.ts";

/** Waits for the lock that was busy last. `strategyFor` starts the wait for the n-th lock. */
export function memberWait(strategyFor: (member: number) => WakeStrategy): WakeStrategy {
  let at: { readonly member: number; readonly strategy: WakeStrategy } | undefined;
  return {
    next(refusal: Refusal, leftMs) {
      const { member = 0 } = refusal;
      if (at?.member !== member) {
        // The lock of the former wait may be free: pass a wake on to another waiter there.
        at?.strategy.end({ kind: "unanswered" });
        at = { member, strategy: strategyFor(member) };
      }
      return at.strategy.next(refusal, leftMs);
    },
    end(lastTry) {
      const elsewhere = lastTry.kind === "refused" && (lastTry.member ?? 0) !== at?.member;
      at?.strategy.end(elsewhere ? { kind: "unanswered" } : lastTry);
    },
  };
}
