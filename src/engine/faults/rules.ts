// The types of fault rules: the requests that they affect, and the effects.

/*
 * Over HTTP and RESP together, a request has one number. The commands of a login have none.
 *
 * A request of RESP is one command of a connection. A connection answers in order, so a withheld request or reply
 * withholds those behind it. A lost request or reply closes the connection, and loses those behind it: they are not
 * executed.
 */

/** The requests that a rule hits: all given parts must match. */
export interface Trigger {
  /**
   * Its number, counted from 1 since the rules were set, or a list of numbers. A request that was refused before the
   * rules apply, such as one with a wrong token, has no number.
   */
  readonly request?: number | readonly number[];
  /** The command, or any of a pipeline's; SUBSCRIBE or PSUBSCRIBE for a stream. In any case. */
  readonly command?: string;
  /** 0 to 1; drawn from the seed. */
  readonly probability?: number;
  /** The maximal number of matches. */
  readonly times?: number;
}

/** The members of a rule that has none beside its triggers. */
export type NoDetails = Record<never, never>;

/** A reply of Redis that a rule gives. */
export type GivenReply = { readonly error: string } | { readonly result: unknown };

/** Another answer of HTTP that a rule gives. */
export interface GivenAnswer {
  readonly status: number;
  /** Undefined: empty. */
  readonly body?: string;
  /** Undefined: application/json, for any body. */
  readonly contentType?: string;
  /** Seconds, or a date as HTTP writes it. */
  readonly retryAfter?: number | string;
  readonly location?: string;
}

/**
 * The faults that say nothing about the bytes of a connection, so they are the same over HTTP, over RESP and in
 * process. A new fault starts with an entry here or in `FaultDetails`.
 */
export interface NeutralDetails {
  /** The request is lost: its caller has no reply, and nothing is executed. */
  "drop-before": NoDetails;
  /** Late in at least one of the two places. */
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
  /** An error or a result replaces the reply of Redis; a stream is not opened. */
  reply: {
    /** Such as "OOM command not allowed". Undefined: `result` is the reply. */
    readonly error?: string;
    /** JSON. Default: null. */
    readonly result?: unknown;
    /** True: the request is executed first. Default: false. */
    readonly executes?: boolean;
  };
  /** Executed; two matching requests get each other's reply. Not for streams. */
  "swap-replies": {
    /** The maximal wait of a reply for another one. After that it goes to its own request. */
    readonly delayMs: number;
  };
  /**
   * Executed; the earlier reply of its script for the same keys and the same hold replaces its own, if there is one.
   * Not for streams.
   */
  "replay-reply": NoDetails;
  /** Executed; its caller gets no reply. */
  "drop-reply": NoDetails;
  /** A stream stays open and silent. */
  "freeze-stream": {
    /** True: not even the confirmation arrives. Default: false. */
    readonly beforeConfirmation?: boolean;
  };
  /** An open stream ends. */
  "cut-stream": {
    /** The delay after its confirmation. */
    readonly delayMs: number;
  };
}

/** All faults: with those in the bytes of HTTP and TCP, which only the gateway has. */
export interface FaultDetails extends NeutralDetails {
  /** The request is lost, and its client sees a reset instead of an end. */
  reset: NoDetails;
  /**
   * Another answer of HTTP replaces the real one; a stream is not opened. Over RESP, a body `{"error": …}` or
   * `{"result": …}` becomes such a reply. Any other is sent as it is, and the connection is silent afterwards.
   */
  answer: GivenAnswer & {
    /** True: the request is executed first. */
    readonly executes?: boolean;
  };
  /** Executed; the body stops here with its full length announced, and the connection stays open. Not for streams. */
  "stall-body": {
    /** The number of sent bytes. A shorter body arrives whole. */
    readonly atByte: number;
  };
  /** As `stall-body`, but the connection closes, even after a body that arrived whole. */
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

/** The rules of these faults. */
export type RuleOf<Details, Name extends keyof Details = keyof Details> = {
  readonly [N in Name]: { readonly fault: N } & Trigger & Details[N];
}[Name];

/** A rule of one of these faults. */
export type FaultRuleOf<Name extends FaultName> = RuleOf<FaultDetails, Name>;

/** A rule of any fault. */
export type FaultRule = FaultRuleOf<FaultName>;

/** A rule of a fault that is about no bytes. */
export type NeutralRule = RuleOf<NeutralDetails>;

/** Rules, and the seed of their draws. */
export interface FaultPlan<Rule = FaultRule> {
  readonly seed: number;
  readonly rules: readonly Rule[];
}
