// One line for each request that may change something: who asked for what, and how that ended.

import type { MiddlewareHandler } from "hono";
import type { Verb } from "../api/contract/vocabulary.ts";
import { epochNowMs } from "../clock.ts";
import { inBackground } from "../hold/background.ts";
import { contextOf } from "../route/hono-context.ts";
import { type ApiEnv, callerOf, type Outcome } from "./callers.ts";

/** One request to the lock API, or to the page that frees a lock. No member contains a token, or the text of a hold. */
export interface AuditLine {
  /** When the request was answered, epoch ms. */
  readonly at: number;
  /** The id of the caller. */
  readonly principal: string;
  /** The id of its capability token, if it has one. */
  readonly tokenId?: string;
  readonly verb: Verb;
  /** The lock's name; absent for a token. */
  readonly name?: string;
  readonly status: number;
  /** The code of the problem, for a request that failed. */
  readonly code?: string;
}

export type Audit = (line: AuditLine) => void;

const ONLY_READS: readonly Verb[] = ["inspect", "list"];

/** Reports each request that had a valid token and a verb that changes something, also a refused one. */
export function audited(audit: Audit): MiddlewareHandler<ApiEnv> {
  return async function report(c, next) {
    await next();
    const { leasehoundAct: act, leasehoundProblem: code, leasehoundOutcome: outcome } = c.var;
    if (act === undefined || ONLY_READS.includes(act.verb)) return;
    const { id: principal, grant } = callerOf(c);
    const tokenId = grant && { tokenId: grant.tokenId };
    const write = ({ status, code: problem }: Outcome): void => {
      const why = problem !== undefined && { code: problem };
      try {
        audit({ at: epochNowMs(), principal, ...tokenId, ...act, status, ...why });
      } catch (error) {
        // Its failure must not change what the caller is told, which has happened.
        console.error("the audit of the lock API:", error);
      }
    };
    // A wait as events has its outcome later than its response.
    if (outcome !== undefined) inBackground(contextOf(c), outcome.then(write));
    else write({ status: c.res.status, ...(code !== undefined && { code }) });
  };
}
