// The channel on which a release is published, and how it is followed.

/** The channel on which a release is published. */
export interface ReleaseChannel {
  /** The channel's name; with `perWaiter`, its beginning. */
  readonly name: string;
  /** Each waiter has a channel of its own: this name and its owner. In a queue, a waiter is woken when it is first. */
  readonly perWaiter: boolean;
  /** The waiters are in a queue, and messages call them by their numbers. */
  readonly callsByNumber?: true;
  /**
   * Returns how many waiters may acquire after a message. Not called if the waiters are in a queue.
   * @param payload the message
   * @returns the number of waiters to wake; Infinity for all
   */
  wakes(payload: string): number;
}

/** Returns whether its waiters are in a queue. No message calls a waiter outside of it. */
export function isOfQueue({ perWaiter, callsByNumber }: ReleaseChannel): boolean {
  return perWaiter || callsByNumber === true;
}

/** Gets what happens on a channel. */
export interface ChannelListener {
  /** The subscription is confirmed: from now on no message is missed while it lasts. */
  onSubscribed(): void;
  /**
   * A message arrived.
   * @param payload the message
   * @param owner the owner of the channel; "" if all waiters share one
   */
  onMessage(payload: string, owner: string): void;
}

/**
 * How a stream ended. "ended": it may be opened again later. Never again: "refused", this channel was refused;
 * "unsupported", the store has no streams.
 */
export type StreamEnd = "ended" | "refused" | "unsupported";

/** Follows a channel until `signal` aborts, or the stream ends by itself. Never rejects. */
export type Follow = (listener: ChannelListener, signal: AbortSignal) => Promise<StreamEnd>;
