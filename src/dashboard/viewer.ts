// Who asks for the page, and what it may see of the locks.
import type { Context, MiddlewareHandler } from "hono";
import { allows, type Capability } from "../api/capability.ts";
import { type ApiEnv, authorizedBy, type Caller } from "../api/principals.ts";
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

/** Notes who asks. `otherwise` answers requests of nobody. */
export function forViewers(
  dashboard: Dashboard,
  otherwise: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler<PageEnv> {
  return async function forViewer(c, next) {
    const known = await authorizedBy(dashboard.authorize, c);
    const session = known === undefined ? await sessionOf(c, dashboard) : { caller: known, until: undefined };
    if (session === undefined) return otherwise(c);
    c.set("leasehoundCaller", session.caller);
    c.set("leasehoundSessionEnd", session.until);
    return next();
  };
}

/**
 * Returns the held locks that a viewer may see. All viewers share one sample. If that has no room for all locks, those
 * with the same names share a sample of their own, so that the locks of others do not displace theirs.
 */
export async function heldLocksFor(watch: LockWatch, viewer: Caller): Promise<Known<HeldLocks>> {
  const { names, id } = viewer;
  if (names.includes("*")) return watch.held();
  if (watch.isFull) return shownTo(viewer, await (watch.narrowedTo(names, id) ?? watch).held());
  const all = await watch.held();
  if (!watch.isFull) return shownTo(viewer, all);
  // It has become full just now. The next request asks for fewer: one invocation may send 50 requests in all.
  const own = watch.narrowedTo(names, id)?.known();
  const isRecent = own?.value !== undefined && performance.now() - own.askedAt < RECENT_MS;
  return shownTo(viewer, isRecent ? own : all);
}

function shownTo(viewer: Capability, { value, ...known }: Known<HeldLocks>): Known<HeldLocks> {
  if (value === undefined) return { ...known, value };
  const locks = value.locks.filter(({ name }) => allows(viewer, "list", name));
  return { ...known, value: { ...value, locks } };
}
