// Who was told that the lock is free, in order.
import { waiterChannels } from "../../../src/keys.ts";
import type { Connection } from "../real.ts";

/**
 * What was heard so far of one lock: "<waiter> <payload>" each. A ping comes after all that was published before it.
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
