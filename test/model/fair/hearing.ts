// Collects the notifications that the lock is free, in order.
import { waiterChannels } from "../../../src/keys.ts";
import type { Connection } from "../real.ts";

/**
 * Returns the messages of one lock so far: "<waiter> <payload>" each. A ping arrives after everything that was
 * published before it.
 */
export async function hearing(subscriber: Connection): Promise<(key: string) => Promise<readonly string[]>> {
  const heard = new Map<string, string[]>();
  await subscriber.pSubscribe(`${waiterChannels("fair-walk:*")}*`, (message, channel) => {
    const key = channel.slice(channel.indexOf("{") + 1, channel.indexOf("}"));
    const waiter = channel.slice(channel.indexOf("}:") + 2);
    heard.set(key, [...(heard.get(key) ?? []), `${waiter} ${message}`]);
  });
  return async (key) => {
    await subscriber.ping();
    const messages = heard.get(key) ?? [];
    heard.delete(key);
    return messages;
  };
}
