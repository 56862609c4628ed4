// The faults of the gateway: those that are about no bytes, and those of HTTP and TCP.
import type { NeutralDetails, NoDetails, FaultPlan as Plan, RuleOf } from "../../engine/faults/rules.ts";

/*
 * A request has its number over HTTP and RESP together. The commands of a login have none.
 *
 * A request of RESP is one command of a connection. A connection answers in order, so a withheld request or reply
 * withholds those behind it. A lost request or reply closes the connection, and loses those behind it: they are not
 * executed.
 */

export interface FaultDetails extends NeutralDetails {
  /** The request is lost, and its client sees a reset instead of an end. */
  reset: NoDetails;
  /**
   * Another answer of HTTP replaces the real one; a stream is not opened. Over RESP, a body `{"error": …}` or
   * `{"result": …}` becomes such a reply. Any other is sent as it is, and the connection is silent afterwards.
   */
  answer: {
    readonly status: number;
    /** Undefined: empty. */
    readonly body?: string;
    /** Undefined: application/json, for any body. */
    readonly contentType?: string;
    /** Seconds, or a date as HTTP writes it. */
    readonly retryAfter?: number | string;
    readonly location?: string;
    /** True: the request is executed first. */
    readonly executes?: boolean;
  };
  /** Executed; the body stops here with its full length announced, and the connection stays open. Not for streams. */
  "stall-body": {
    /** The number of sent bytes. A shorter body arrives whole. */
    readonly atByte: number;
  };
  /** The same, and the connection closes, even after a body that arrived whole. */
  "cut-body": {
    readonly atByte: number;
  };
  /**
   * A new connection is reset before its first request. The rule matches connections, so it takes `probability` and
   * `times` alone. A connection over HTTP to the paths under /__ is accepted.
   */
  refuse: NoDetails;
}

export type FaultName = keyof FaultDetails;

export type FaultRuleOf<Name extends FaultName> = RuleOf<FaultDetails, Name>;

export type FaultRule = FaultRuleOf<FaultName>;

export type FaultPlan = Plan<FaultRule>;
