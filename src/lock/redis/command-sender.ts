// Which ports also send single commands, for locks that need no script.
import type { RedisPort } from "./port.ts";
import { type CommandTransport, scriptPort } from "./script-port.ts";

/** Sends single commands to a database. */
export type CommandSender = Omit<CommandTransport, "follow">;

const senders = new WeakMap<RedisPort, CommandSender>();

/** Makes a port from a transport, like `scriptPort`. It also sends single commands. */
export function commandPort(transport: CommandTransport): RedisPort {
  const port = scriptPort(transport);
  senders.set(port, transport);
  return port;
}

/** Returns what sends the commands of a port; undefined for a port that sends only scripts. */
export function senderOfPort(port: RedisPort): CommandSender | undefined {
  return senders.get(port);
}
