// The types of fault rules: the requests that they affect, and the effects. Those here say nothing about the bytes of a
// connection, so they are the same over HTTP, over RESP and in process. The gateway adds those of HTTP and TCP.

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

/** A new fault starts with an entry here, or in the gateway if it is about bytes. */
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

/** The rules of these faults. */
export type RuleOf<Details, Name extends keyof Details = keyof Details> = {
  readonly [N in Name]: { readonly fault: N } & Trigger & Details[N];
}[Name];

/** A rule of a fault that is about no bytes. */
export type NeutralRule = RuleOf<NeutralDetails>;

/** Rules, and the seed of their draws. */
export interface FaultPlan<Rule = NeutralRule> {
  readonly seed: number;
  readonly rules: readonly Rule[];
}
