// A port over connections of TCP: one for commands, and one for channels while somebody waits.

import { areTimersFaked } from "../../base/timers.ts";
import { commandPort } from "../redis/command-sender.ts";
import { databaseOf } from "../redis/endpoint.ts";
import type { RedisPort } from "../redis/port.ts";
import type { CommandTransport } from "../redis/script-port.ts";

import { ChannelLine } from "./channel-line.ts";
import { CommandLine } from "./command-line.ts";
import type { GivenClient, Server, TcpClient } from "./tcp-client.ts";

/** A port with connections of its own. */
export interface TcpPort extends RedisPort {
  /**
   * Closes the connections of this port. A later call opens others. Your client stays open. The process ends without
   * it, too.
   * @example
   * port.close();
   */
  close(): void;
}

// node-redis waits for a timer before it sends, and waits and deadlines of locks do so with any library.
const FAKED_TIMERS =
  "leasehound: the timers are faked, and a call over a connection to Redis may wait for them without end; use createTestLocks of leasehound/testing, or real timers";

const ports = new WeakMap<object, TcpPort>();

/** Returns the one port of a client. A further one would leave further listeners on it. */
export function onlyPortOf(client: object, make: () => TcpPort): TcpPort {
  const port = ports.get(client) ?? make();
  ports.set(client, port);
  return port;
}

/** Where the commands of a port go. */
export interface Commands extends Pick<CommandTransport, "send" | "isCluster"> {
  /** Ends its connections. A later command opens others. */
  close(): void;
}

/** Makes the port of a client of one server. */
export function tcpPort(client: TcpClient): TcpPort {
  return portOver(client, new CommandLine(client));
}

/** Makes the port of a client of anything. */
export function portOver(client: GivenClient & Pick<Server, "openForChannels">, commands: Commands): TcpPort {
  const { address, username, passwords } = client;
  const channels = new ChannelLine(client);
  const close = (): void => {
    commands.close();
    channels.close();
  };
  client.onEnd(close);
  let hasWarned = false;
  // At each call: a suite may fake the timers after it has made its client.
  const warnOfTimers = (): void => {
    if (hasWarned || !areTimersFaked()) return;
    hasWarned = true;
    console.warn(FAKED_TIMERS);
  };
  const port = commandPort({
    send(command, limits) {
      warnOfTimers();
      return commands.send(command, limits);
    },
    secrets: passwords,
    database: databaseOf({ url: address, token: [username, ...passwords].join(" ") }),
    isCluster: commands.isCluster,
    follow: (channel, listener, signal) => channels.follow(channel, listener, signal),
  });
  return Object.assign(port, { close });
}
