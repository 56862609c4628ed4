// All that happened to one database of a simulated world, in its order.
import type { DatabaseWitness, FollowerWitness } from "../../../../src/engine/simulation/database.ts";
import type { Answer } from "../../../../src/lock/redis/script-port.ts";

/** The channel and the text of a message: byte texts. */
export type Message = readonly [channel: string, text: string];

/** One follower of a channel, or of the channels of a pattern: a byte text. */
export interface Follower {
  readonly name: string;
  readonly isPattern: boolean;
  /** All that it gets, from its beginning to its end. */
  readonly messages: readonly Message[];
}

export type Event =
  | {
      readonly kind: "command";
      readonly words: readonly string[];
      /** By the clock of the database, epoch microseconds. */
      readonly atUs: number;
      readonly answer: Answer;
    }
  | { readonly kind: "emptied" }
  | { readonly kind: "followed" | "left"; readonly follower: Follower };

export class Recording implements DatabaseWitness {
  readonly events: Event[] = [];

  ran(words: readonly string[], atUs: number, answer: Answer): void {
    this.events.push({ kind: "command", words, atUs, answer });
  }

  emptied(): void {
    this.events.push({ kind: "emptied" });
  }

  followed(name: string, isPattern: boolean): FollowerWitness {
    const messages: Message[] = [];
    const follower: Follower = { name, isPattern, messages };
    this.events.push({ kind: "followed", follower });
    return {
      told: (text, channel) => void messages.push([channel, text]),
      ended: () => void this.events.push({ kind: "left", follower }),
    };
  }
}
