// What a fault rule says: which requests it hits, and what its fault does to them. A new fault begins with an entry
// here.

/** All parts that are given must match. */
interface Trigger {
  /**
   * Its number, counted from 1 since the rules were set. A request that was refused before (401, malformed) has none.
   */
  readonly request?: number | readonly number[];
  /** The command, or any of a pipeline's; SUBSCRIBE or PSUBSCRIBE for a stream. In any case. */
  readonly command?: string;
  /** 0 to 1; drawn from the seed. */
  readonly probability?: number;
  /** How often at most. */
  readonly times?: number;
}

type NoDetails = Record<never, never>;

export interface FaultDetails {
  /** The request is lost: the connection closes, nothing is executed. */
  "drop-before": NoDetails;
  delay: {
    /** Before executing. It is executed although the client has given up. */
    readonly delayMs?: number;
    /** Before the response, and before every line of a stream. */
    readonly replyDelayMs?: number;
  };
  /**
   * Held back until the rules are replaced or cleared: what a test puts between two events, whatever time they take.
   */
  "hold-back": {
    /**
     * False: the request, before it is executed; it is executed although the client has given up. True: its response.
     * Not for streams.
     */
    readonly reply: boolean;
  };
  /** Executed and answered normally, and executed once more, for which nobody gets a reply. Not for streams. */
  duplicate: {
    /** How long after the first. None or 0: right behind it, with nothing of another request in between. */
    readonly delayMs?: number;
  };
  /** Another answer takes the place of the real one; a stream is not opened. */
  answer: {
    readonly status: number;
    /** None: empty. */
    readonly body?: string;
    /** None: application/json, whatever the body is. */
    readonly contentType?: string;
    /** Seconds, or a date as HTTP writes it. */
    readonly retryAfter?: number | string;
    readonly location?: string;
    /** True: the request is executed before. */
    readonly executes?: boolean;
  };
  /** Executed; two requests that this rule hits get each other's reply. Not for streams. */
  "swap-replies": {
    /** How long a reply waits for another one. After that it goes to its own request. */
    readonly delayMs: number;
  };
  /**
   * Executed; the reply that its script gave before for the same keys and the same hold takes the place of its own, if
   * there is one.
   */
  "replay-reply": NoDetails;
  /** Executed; the body stops here with its full length announced, and the connection stays open. Not for streams. */
  "stall-body": {
    /** So many bytes are sent. A body that has no more arrives whole. */
    readonly atByte: number;
  };
  /** The same, and the connection closes, even behind a body that arrived whole. */
  "cut-body": {
    readonly atByte: number;
  };
  /** Executed; the connection closes instead of a reply. */
  "drop-reply": NoDetails;
  /** A stream stays open and says nothing more. */
  "freeze-stream": {
    /** Nothing is written at all, not even the confirmation. */
    readonly beforeConfirmation?: boolean;
  };
  /** The connection of a stream closes in the middle of it. */
  "cut-stream": {
    /** How long after its confirmation. */
    readonly delayMs: number;
  };
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
