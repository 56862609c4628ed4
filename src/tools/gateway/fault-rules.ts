// The types of fault rules: the requests that they affect, and the effects. A new fault starts with an entry here.

/** All given parts must match. */
interface Trigger {
  /**
   * Its number, counted from 1 since the rules were set, over HTTP and RESP together. A request that was refused before
   * (401, malformed) has none, and neither have the commands of a login.
   */
  readonly request?: number | readonly number[];
  /** The command, or any of a pipeline's; SUBSCRIBE or PSUBSCRIBE for a stream. In any case. */
  readonly command?: string;
  /** 0 to 1; drawn from the seed. */
  readonly probability?: number;
  /** The maximal number of matches. */
  readonly times?: number;
}

/*
 * A request of RESP is one command of a connection. A connection answers in order, so a withheld request or reply
 * withholds those behind it. A lost connection loses them: they are not executed.
 */

type NoDetails = Record<never, never>;

export interface FaultDetails {
  /** The request is lost: the connection closes, nothing is executed. */
  "drop-before": NoDetails;
  /** The same, but the client sees a reset instead of an end. */
  reset: NoDetails;
  delay: {
    /** Before the execution, which happens even if the client has given up. */
    readonly delayMs?: number;
    /** Before the response, and before every line of a stream. */
    readonly replyDelayMs?: number;
  };
  /** Withheld until the rules are replaced or cleared: orders two events of a test, independent of time. */
  "hold-back": {
    /**
     * False: withholds the request, which is executed even if the client has given up. True: withholds its response.
     * Not for streams.
     */
    readonly reply: boolean;
  };
  /**
   * The connection closes, and the request is executed later: a late request, as it happens over TCP. Not for streams.
   */
  "late-order": {
    /** The delay of the execution. Undefined: until the rules are replaced or cleared. */
    readonly delayMs?: number;
  };
  /** Executed and answered normally, and executed once more without a reply. Not for streams. */
  duplicate: {
    /** The delay after the first. Undefined or 0: directly after it, without another request in between. */
    readonly delayMs?: number;
  };
  /**
   * Another reply replaces the real one; a stream is not opened. Over RESP, a body `{"error": …}` or `{"result": …}`
   * becomes such a reply. Any other is sent as it is, and the connection is silent afterwards.
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
  /** Executed; two matching requests get each other's reply. Not for streams. */
  "swap-replies": {
    /** The maximal wait of a reply for another one. After that it goes to its own request. */
    readonly delayMs: number;
  };
  /**
   * Executed; the earlier reply of its script for the same keys and the same hold replaces its own, if there is one.
   */
  "replay-reply": NoDetails;
  /** Executed; the body stops here with its full length announced, and the connection stays open. Not for streams. */
  "stall-body": {
    /** The number of sent bytes. A shorter body arrives whole. */
    readonly atByte: number;
  };
  /** The same, and the connection closes, even after a body that arrived whole. */
  "cut-body": {
    readonly atByte: number;
  };
  /** Executed; the connection closes instead of a reply. */
  "drop-reply": NoDetails;
  /** A stream stays open and silent. */
  "freeze-stream": {
    /** Writes nothing at all, not even the confirmation. */
    readonly beforeConfirmation?: boolean;
  };
  /** The connection of an open stream closes. */
  "cut-stream": {
    /** The delay after its confirmation. */
    readonly delayMs: number;
  };
  /**
   * A new connection is reset before its first request. The rule matches connections, so it takes `probability` and
   * `times` alone. A connection over HTTP to the paths under /__ is accepted.
   */
  refuse: NoDetails;
}

export type FaultName = keyof FaultDetails;

export type FaultRuleOf<Name extends FaultName> = {
  readonly [N in Name]: { readonly fault: N } & Trigger & FaultDetails[N];
}[Name];

export type FaultRule = FaultRuleOf<FaultName>;

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
}
