// Ends a hold: passes the lock on to a waiter of the same isolate, or releases it.
import type { HoldEnd } from "../errors.ts";
import type { WaitUntil } from "../options.ts";
import type { HoldEnding } from "../redis/pass-on.ts";
import { runUntilAnswered, type TryLimits } from "../redis/retry.ts";
import { inBackground } from "./background.ts";
import type { ClientContext } from "./client-context.ts";
import type { HoldKind } from "./kind.ts";

/**
 * Ends the hold. Throws the errors of `runUntilAnswered`.
 * @param context the invocation's context, if known
 */
export async function endHold(
  { redis, streams }: ClientContext,
  kind: HoldKind<unknown>,
  ending: HoldEnding,
  limits: TryLimits,
  context: WaitUntil | undefined,
): Promise<HoldEnd> {
  const { hold, first, releaseId } = ending;
  const passed = await streams?.passOn(redis, kind, ending, limits);
  if (passed === undefined)
    return (await runUntilAnswered(redis, kind.release(hold, first, releaseId), limits)).reply.end;
  inBackground(context, passed.isHandedOver);
  // Without a context, this invocation may end right after its release. Then nobody gives back a lock that no waiter
  // took.
  if (context === undefined) await passed.isHandedOver;
  return passed.end;
}
