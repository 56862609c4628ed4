// Finds the viewer of a request, and the held locks that it may see.
import type { Context, MiddlewareHandler } from "hono";
import { nowMs } from "../../base/clock.ts";
import { type ApiEnv, authorizedBy, type Caller, setCaller } from "../access/callers.ts";
import { allows } from "../access/tokens.ts";
import type { Capability } from "../api/contract/vocabulary.ts";
import type { HeldLocks, LockWatch } from "./lock-watch.ts";
import type { Dashboard } from "./request.ts";
import { sessionOf } from "./session.ts";
import type { Known } from "./shared-look.ts";

// Longer than the pauses of the page's script.
const RECENT_MS = 5_000;

/** The context variables of the page's handlers. */
export interface PageEnv extends ApiEnv {
  Variables: ApiEnv["Variables"] & {
    /** When the session ends, in epoch ms; undefined for a caller that the operator's function knows. */
    leasehoundSessionEnd?: number | undefined;
  };
}

/** Sets the viewer of a request. `otherwise` answers requests without a viewer. */
export function forViewers(
  dashboard: Dashboard,
  otherwise: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler<PageEnv> {
  return async function forViewer(c, next) {
    const known = await authorizedBy(dashboard.access.authorize, c);
    const session = known === undefined ? await sessionOf(c, dashboard.access) : { caller: known, until: undefined };
    if (session === undefined) return otherwise(c);
    setCaller(c, session.caller);
    c.set("leasehoundSessionEnd", session.until);
    return next();
  };
}

/**
 * Returns the held locks that a viewer may see. All viewers share one sample. If that has no room for all locks,
 * viewers with the same names share another one, which has only their locks.
 */
export async function heldLocksFor(watch: LockWatch, viewer: Caller): Promise<Known<HeldLocks>> {
  const { names, id } = viewer;
  if (names.includes("*")) return watch.held();
  if (watch.isFull) return shownTo(viewer, await (watch.narrowedTo(names, id) ?? watch).held());
  const all = await watch.held();
  if (!watch.isFull) return shownTo(viewer, all);
  // The sample has just become full. The next request asks for fewer: one invocation may send 50 requests in all.
  const own = watch.narrowedTo(names, id)?.known();
  const isRecent = own?.value !== undefined && nowMs() - own.askedAt < RECENT_MS;
  return shownTo(viewer, isRecent ? own : all);
}

function shownTo(viewer: Capability, { value, ...known }: Known<HeldLocks>): Known<HeldLocks> {
  if (value === undefined) return { ...known, value };
  const locks = value.locks.filter(({ name }) => allows(viewer, "list", name));
  return { ...known, value: { ...value, locks } };
}
