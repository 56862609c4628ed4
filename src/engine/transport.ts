// The transport of commands to an engine in this process. It answers by a microtask and never by a timer, so that it
// works with fake timers.
import { AbortedError } from "../base/errors.ts";
import { literally } from "../lock/keys.ts";
import type { ChannelListener, ReleaseChannel, StreamEnd } from "../lock/protocol.ts";
import type { Answer, CommandTransport } from "../lock/redis/script-port.ts";
import type { Engine } from "./engine.ts";
import { fromBytes, toBytes } from "./keyspace/byte-text.ts";
import { RedisError, type Reply, Status } from "./keyspace/reply.ts";

/**
 * Makes the transport to an engine, for `scriptPort`.
 * @param engine the database. All transports to one engine have the same `database`
 * @returns the transport
 */
export function engineTransport(engine: Engine): CommandTransport {
  return {
    secrets: [],
    database: nameOf(engine),
    async send(command, { signal }) {
      // An answer never comes before its caller goes on.
      await undefined;
      if (signal?.aborted) throw new AbortedError(signal.reason);
      return answer(engine, command);
    },
    follow: (channel, listener, signal) => follow(engine, channel, listener, signal),
  };
}

/** Runs one command. Its words, and the texts of its answer, are texts and no byte texts. */
export function answer(engine: Pick<Engine, "command">, command: readonly string[]): Answer {
  try {
    return { result: asJson(engine.command(command.map(toBytes))) };
  } catch (error) {
    if (error instanceof RedisError) return { error: fromBytes(error.message) };
    throw error;
  }
}

/** Returns a reply as the JSON of a REST server has it. */
function asJson(reply: Reply): unknown {
  if (typeof reply === "string") return fromBytes(reply);
  if (typeof reply === "bigint") return Number(reply);
  if (reply instanceof Status) return fromBytes(reply.text);
  if (reply instanceof RedisError) return { error: fromBytes(reply.message) };
  return Array.isArray(reply) ? reply.map(asJson) : reply;
}

const names = new WeakMap<Engine, string>();
let engines = 0;

function nameOf(engine: Engine): string {
  const name = names.get(engine) ?? `engine ${++engines}`;
  names.set(engine, name);
  return name;
}

function follow(
  engine: Engine,
  { name, perWaiter }: ReleaseChannel,
  listener: ChannelListener,
  signal: AbortSignal,
): Promise<StreamEnd> {
  if (signal.aborted) return Promise.resolve("ended");
  const followed = toBytes(perWaiter ? `${literally(name)}*` : name);
  const prefix = toBytes(name).length;
  return new Promise((resolve) => {
    const stop = engine.follow(followed, perWaiter, (message, channel) => {
      listener.onMessage(fromBytes(message), perWaiter ? fromBytes(channel.slice(prefix)) : "");
    });
    signal.addEventListener("abort", () => {
      stop();
      resolve("ended");
    });
    queueMicrotask(() => listener.onSubscribed());
  });
}
