// The messages of locks, heard on a connection of its own.
import type { Connection } from "../real.ts";
import type { Messages } from "./course.ts";

/** Returns the messages of one lock since the last call, in order. */
export type Heard = (lock: string) => Promise<readonly string[]>;

/** Announces the end of a step. */
export const OVER = "over";

/**
 * Collects the messages on channels.
 *
 * @param lineOf which lock a message concerns, and what is collected. By default, a channel is a lock.
 */
export async function hearing(
  subscriber: Connection,
  patterns: string | string[],
  lineOf: (channel: string, message: string) => readonly [lock: string, line: string] = (...both) => both,
): Promise<Heard> {
  const heard = new Map<string, string[]>();
  await subscriber.pSubscribe(patterns, (message, channel) => {
    const [lock, line] = lineOf(channel, message);
    heard.set(lock, [...(heard.get(lock) ?? []), line]);
  });
  return async (lock) => {
    // A ping arrives after everything that was published before it.
    await subscriber.ping();
    const lines = heard.get(lock) ?? [];
    heard.delete(lock);
    return lines;
  };
}

/** Returns the messages of a lock, by step. A message on `channel` has the line `OVER`, or one that begins with it. */
export function messagesOf(connection: Connection, heard: Heard, channel: string, lock = channel): Messages {
  return {
    over: () => connection.publish(channel, OVER),
    heard: async () => splitAtOver(await heard(lock)),
  };
}

function splitAtOver(lines: readonly string[]): string[][] {
  const steps: string[][] = [[]];
  for (const line of lines) {
    if (line.startsWith(OVER)) steps.push([]);
    else steps.at(-1)?.push(line);
  }
  return steps;
}
