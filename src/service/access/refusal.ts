// Refusals by the API itself, most of them before it asks Redis.

import type { HoldEnd } from "../../base/errors.ts";
import type { InspectedHolder } from "../../lock/hold/lock-inspection.ts";
import type { ProblemCode } from "../api/contract/vocabulary.ts";

/** Optional members and headers of a refusal. */
export interface RefusalFacts {
  /** Default: `HTTP_<status>`. */
  readonly code?: ProblemCode;
  /** The invalid field. */
  readonly option?: string;
  /** How the hold ended. */
  readonly end?: HoldEnd | undefined;
  /** Who holds the lock. */
  readonly holders?: readonly InspectedHolder[] | undefined;
  /** When to try again, s. */
  readonly retryAfterS?: number | undefined;
  /** The methods that the resource allows. */
  readonly allow?: string | undefined;
}

export class Refusal extends Error {
  readonly status: RefusalStatus;
  readonly facts: RefusalFacts;

  constructor(status: RefusalStatus, title: string, facts: RefusalFacts) {
    super(title);
    this.status = status;
    this.facts = facts;
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;

export function refused(status: RefusalStatus, title: string, facts: RefusalFacts = {}): Refusal {
  return new Refusal(status, title, facts);
}
