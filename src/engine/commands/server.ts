// The commands of the server itself: time, channels and INFO.
import { fail, type Reply, Status, wrongArity } from "../keyspace/reply.ts";
import { type CommandTable, container, notInScripts, reads } from "./command.ts";
import { matches } from "./glob.ts";

/** The questions of the server's commands about channels. */
export interface Audience {
  /** Publishes a message, and returns the number of its receivers. */
  publish(channel: string, message: string): number;
  /** Returns how many follow this channel by its name. */
  followers(channel: string): number;
  /** Returns the names of the channels that somebody follows. */
  channels(): string[];
  /** Returns how many patterns are followed. */
  patterns(): number;
}

/** What INFO says. */
export interface Statistics {
  readonly calls: ReadonlyMap<string, number>;
  readonly isFull: boolean;
}

const VERSION = "7.0.15";

/** Returns the lines of each section of INFO. */
function sections({ calls, isFull }: Statistics, runId: string, keys: number): Record<string, string[]> {
  return {
    Server: [`redis_version:${VERSION}`, "redis_mode:standalone", `run_id:${runId}`],
    Memory: [`maxmemory:${isFull ? 1 : 0}`, "maxmemory_policy:noeviction"],
    Replication: ["role:master"],
    Commandstats: [...calls].map(([name, count]) => `cmdstat_${name}:calls=${count}`),
    Cluster: ["cluster_enabled:0"],
    Keyspace: keys === 0 ? [] : [`db0:keys=${keys}`],
  };
}

function info(statistics: Statistics, runId: string, keys: number, asked: readonly string[]): string {
  const wanted = new Set(asked.map((word) => word.toLowerCase()));
  const isAll = wanted.has("all") || wanted.has("everything");
  const isDefault = wanted.size === 0 || wanted.has("default");
  return Object.entries(sections(statistics, runId, keys))
    .filter(([name]) => isAll || wanted.has(name.toLowerCase()) || (isDefault && name !== "Commandstats"))
    .map(([name, lines]) => [`# ${name}`, ...lines, ""].join("\r\n"))
    .join("\r\n");
}

function ping(words: readonly string[]): Reply {
  if (words.length > 2) wrongArity("ping");
  return words[1] ?? new Status("PONG");
}

/** Returns the channels that match the pattern, if there is one. */
function channels(audience: Audience, words: readonly string[]): Reply {
  const [, , pattern, ...others] = words;
  if (others.length > 0) {
    fail("ERR unknown subcommand or wrong number of arguments for 'CHANNELS'. Try PUBSUB HELP.");
  }
  return audience.channels().filter((channel) => pattern === undefined || matches(pattern, channel));
}

/** `runId`: changes when the server is started anew. */
export function serverCommands(audience: Audience, statistics: Statistics, runId: string): CommandTable {
  return {
    TIME: reads(1, ({ nowUs }) => [Math.floor(nowUs / 1e6), Math.floor(nowUs % 1e6)].map(String)),
    PING: reads(-1, (_, words) => ping(words)),
    ECHO: reads(2, (_, [, text = ""]) => text),
    INFO: reads(-1, (space, [, ...asked]) => info(statistics, runId, space.keys().length, asked)),
    CONFIG: container("scripts", {
      GET: notInScripts(-3, (_, [, , ...names]) =>
        names.includes("maxmemory-policy") ? ["maxmemory-policy", "noeviction"] : [],
      ),
    }),
    // A connection of its own is needed for these: see Engine.follow.
    SUBSCRIBE: notInScripts(-2, () => fail("ERR a channel is followed by another way")),
    PSUBSCRIBE: notInScripts(-2, () => fail("ERR a channel is followed by another way")),
    PUBLISH: reads(3, (_, [, channel = "", message = ""]) => audience.publish(channel, message)),
    PUBSUB: container("reads", {
      NUMSUB: reads(-2, (_, [, , ...channels]) =>
        channels.flatMap((channel): Reply[] => [channel, audience.followers(channel)]),
      ),
      NUMPAT: reads(2, () => audience.patterns()),
      CHANNELS: reads(-2, (_, words) => channels(audience, words)),
    }),
  };
}
