// `leasehound acl`: the rights that a Redis user needs for locks, and no others.

import { InvalidOptionError } from "../../../base/errors.ts";
import { DEFAULT_PREFIX } from "../../../lock/client-options.ts";
import {
  API_KEYS,
  checkPrefix,
  countDownChannel,
  endsChannels,
  literally,
  ownBeginning,
  permitLeasesKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteChannel,
  releaseChannel,
  semaphoreChannel,
  tokenKey,
  waiterChannels,
  webLockPrefix,
} from "../../../lock/keys.ts";
import { EXIT } from "../exit-code.ts";
import type { Output } from "../output.ts";

/** The commands in all scripts, and those that run scripts and wake waiters. */
export const COMMANDS: readonly string[] = [
  ...["eval", "evalsha", "publish", "subscribe", "psubscribe", "pubsub", "scan", "time", "type"],
  ...["exists", "del", "unlink", "pexpire", "pttl"],
  ...["get", "getrange", "set", "mget", "incr", "incrby", "decr", "decrby"],
  ...["hget", "hset", "hmget", "hgetall", "hdel", "hexists", "hincrby", "hkeys", "hlen", "hrandfield", "hscan"],
  ...["lindex", "llen", "lpop", "lpos", "lpush", "lrange", "lrem", "lset", "rpush"],
  ...["zadd", "zcard", "zcount", "zdiff", "zmscore", "zpopmin", "zrandmember", "zrange", "zrangebyscore", "zrank"],
  ...["zrem", "zremrangebyrank", "zscore"],
];

// Redis refuses a rule with one of these.
const UNWRITABLE = /[\t-\r \0]/;

export interface AclFlags {
  readonly prefix?: string;
  /** Also the rights that the lock API needs beside those for locks. */
  readonly lockApi?: boolean;
}

/** Prints the rights in the syntax of `ACL SETUSER`. */
export function acl(output: Output, { prefix = DEFAULT_PREFIX, lockApi = false }: AclFlags): number {
  const rights = rightsOf(prefix, lockApi);
  output.result({ rights }, rights.map(quoted).join(" "));
  return EXIT.ok;
}

/**
 * Returns the rights of a user with the locks of this prefix: keys, channels and commands. No two prefixes share a key
 * or a channel, but with "", which has all keys.
 * @param lockApi whether it serves the lock API, whose keys are outside of all prefixes
 * @throws INVALID_OPTION when no client may have the prefix, or a rule of Redis cannot contain it
 */
export function rightsOf(prefix: string, lockApi = false): string[] {
  if (UNWRITABLE.test(checkPrefix(prefix))) {
    throw new InvalidOptionError("prefix", "must have no white space here, because a rule of Redis cannot contain it");
  }
  const own = `${ownBeginning(prefix)}*`;
  const names = [...patternsOf(prefix), ...patternsOf(webLockPrefix(prefix))];
  const keys = [`${literally(prefix)}*`, own, ...names.flatMap(keysOf)];
  const channels = [own, `${endsChannels(prefix)}*`, ...names.flatMap(channelsOf)];
  if (lockApi) {
    keys.push(`${API_KEYS}*`, `${ownBeginning(API_KEYS)}*`);
    channels.push(`${API_KEYS}*`, semaphoreChannel(`${API_KEYS}*{*`));
  }
  return [
    ...["reset", "on"],
    // Redis refuses a second pattern beside that of all keys.
    ...(prefix === "" ? ["*"] : keys).map((key) => `~${key}`),
    ...channels.map((channel) => `&${channel}`),
    ...COMMANDS.map((command) => `+${command}`),
  ];
}

/** Returns a word as redis-cli reads it. */
function quoted(word: string): string {
  return /["'\\]/.test(word) ? `"${word.replaceAll(/["\\]/g, "\\$&")}"` : word;
}

/** Returns the patterns of the names with this prefix: without a brace, and with one. */
function patternsOf(prefix: string): string[] {
  const begin = literally(prefix);
  return prefix.includes("{") ? [`${begin}*`] : [`${begin}*`, `${begin}*{*`];
}

function keysOf(name: string): string[] {
  return [tokenKey(name), queueKey(name), queueScoresKey(name), permitLeasesKey(name), `${readTimeouts(name)}*`];
}

function channelsOf(name: string): string[] {
  const own = [releaseChannel(name), `${waiterChannels(name)}*`, readWriteChannel(name)];
  return [...own, semaphoreChannel(name), countDownChannel(name)];
}
