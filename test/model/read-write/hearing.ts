// Collects the messages on the channels of locks, in order.
import { readWriteChannel } from "../../../src/keys.ts";
import type { Connection } from "../real.ts";

/** Returns the messages of one lock so far. A ping arrives after everything that was published before it. */
export async function hearing(subscriber: Connection): Promise<(key: string) => Promise<readonly string[]>> {
  const heard = new Map<string, string[]>();
  await subscriber.pSubscribe(readWriteChannel("rw-walk:*"), (message, channel) => {
    heard.set(channel, [...(heard.get(channel) ?? []), message]);
  });
  return async (key) => {
    await subscriber.ping();
    const channel = readWriteChannel(key);
    const messages = heard.get(channel) ?? [];
    heard.delete(channel);
    return messages;
  };
}
