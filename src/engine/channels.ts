// The followers of each channel in this process, and the messages on their way.
import { matches } from "./commands/glob.ts";

/** Gets a message, and the channel that it was published on. */
export type Tell = (message: string, channel: string) => void;

interface Follower {
  readonly tell: Tell;
}

export class Channels {
  readonly #byName = new Map<string, Set<Follower>>();
  readonly #byPattern = new Map<string, Set<Follower>>();

  /**
   * Follows a channel, or all channels whose names match a pattern.
   * @returns a function that ends it
   */
  follow(name: string, isPattern: boolean, tell: Tell): () => void {
    const followed = isPattern ? this.#byPattern : this.#byName;
    const follower: Follower = { tell };
    followed.set(name, (followed.get(name) ?? new Set()).add(follower));
    return () => {
      const others = followed.get(name);
      others?.delete(follower);
      if (others?.size === 0) followed.delete(name);
    };
  }

  /** Publishes a message, and returns the number of its receivers. */
  publish(channel: string, message: string): number {
    const receivers = this.#send(this.#byName.get(channel), channel, message);
    let more = 0;
    for (const [pattern, followers] of this.#byPattern) {
      if (matches(pattern, channel)) more += this.#send(followers, channel, message);
    }
    return receivers + more;
  }

  followers(channel: string): number {
    return this.#byName.get(channel)?.size ?? 0;
  }

  channels(): string[] {
    return [...this.#byName.keys()];
  }

  patterns(): number {
    return this.#byPattern.size;
  }

  #send(followers: Set<Follower> | undefined, channel: string, message: string): number {
    for (const follower of followers ?? []) {
      // Messages arrive after the script that published them, in its order.
      queueMicrotask(() => {
        if (followers?.has(follower)) follower.tell(message, channel);
      });
    }
    return followers?.size ?? 0;
  }
}
