// keepAlive, as its caller and the state of its hold see it.

/** Why the renewals ended. */
export type KeepAliveEnd = "released" | "lost" | "stopped" | "max-hold" | "handed-off" | "platform-limit";

/** The renewals that `keepAlive` started. */
export interface KeepAlive {
  /**
   * Ends the renewals. The hold stays until it is released or its lease ends.
   * @example
   * const { stop } = held.keepAlive(ctx);
   * stop();
   */
  stop(): void;
  /** Resolves when the renewals have ended, with the reason and the number of successful ones. Never rejects. */
  readonly ended: Promise<{ reason: KeepAliveEnd; renewals: number }>;
}

export interface RenewalLimits {
  readonly maxHoldMs: number;
  /** In how many ms the platform is about to end the invocation. */
  readonly platformMs: number;
}

export interface KeepAliveLoop {
  readonly limits: RenewalLimits;
  /** Why the renewals ended; undefined: they go on. */
  readonly reason: KeepAliveEnd | undefined;
  /** Makes the next renewal due now. */
  soon(): void;
  /** As that of KeepAlive. */
  readonly ended: Promise<KeepAliveResult>;
  /** Ends the renewals: their caller stopped them, or the hold ended or changed hands. */
  end(reason: KeepAliveEnd): void;
}

/** `renewals`: the number of successful ones. */
export interface KeepAliveResult {
  reason: KeepAliveEnd;
  renewals: number;
}
