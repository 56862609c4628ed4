// The events of one call that acquires or resumes: its start, and exactly one end.
import { nowMs } from "../clock.ts";
import { AbortedError } from "../errors.ts";
import { type CallLimits, type CallNews, emit } from "../events.ts";
import type { LockName } from "../keys.ts";
import type { ClientContext } from "./client-context.ts";

/** A call that acquires or resumes, as its attempts and its hold see it. */
export interface ReportedCall {
  /** Identifies it, and its hold, in events. */
  readonly id: string;
  /** The owner of its last attempt; empty before the first. */
  owner: string;
  /** Emits an event of this call. */
  report(news: CallNews): void;
}

/**
 * Runs a call: emits its start, before anything is sent, and its end if it throws. `run` reports any other end, once.
 * @param kind its `method` is the kind that the events name
 * @param limits the facts of the start; `label`: that of all its events
 * @param type that of the start
 * @param id identifies it and its hold in events
 */
export async function reported<Got>(
  { options: { onEvent } }: ClientContext,
  { method: kind }: { readonly method: string },
  { name: lockName }: Pick<LockName, "name">,
  { waitMs, leaseMs, label = "" }: CallLimits & { readonly label?: string | undefined },
  run: (call: ReportedCall) => Promise<Got>,
  type: "acquiring" | "resuming" = "acquiring",
  id: string = crypto.randomUUID(),
): Promise<Got> {
  const startedAt = nowMs();
  const call: ReportedCall = {
    id,
    owner: "",
    report(news) {
      const { owner } = call;
      // Last, because a refusal has a `kind` of its own.
      emit(onEvent, { ...news, id, lockName, kind, owner, label, waitedMs: Math.round(nowMs() - startedAt) });
    },
  };
  call.report({ type, waitMs, leaseMs });
  try {
    return await run(call);
  } catch (error) {
    call.report(error instanceof AbortedError ? { type: "aborted" } : { type: "failed", error });
    throw error;
  }
}
