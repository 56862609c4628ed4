// `leasehound acl`: the rights that a Redis user needs for locks, and no others.

import { DEFAULT_PREFIX } from "../../../lock/client-options.ts";
import {
  countDownChannel,
  endsChannel,
  literally,
  mailboxChannel,
  ownKeys,
  permitLeasesKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteChannel,
  releaseChannel,
  revokedKey,
  semaphoreChannel,
  tokenKey,
  waiterChannels,
  wakeChannel,
  webLockPrefix,
  webNamesKey,
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

export interface AclFlags {
  readonly prefix?: string;
}

/** Prints the rights in the syntax of `ACL SETUSER`. */
export function acl(output: Output, { prefix = DEFAULT_PREFIX }: AclFlags): number {
  const rights = rightsOf(prefix);
  output.result({ rights }, rights.map(quoted).join(" "));
  return EXIT.ok;
}

/** Returns the rights of a user with the locks of this prefix: keys, channels and commands. */
export function rightsOf(prefix: string): string[] {
  const begin = literally(prefix);
  const names = [`${begin}*`, `${begin}*{*`, `${webLockPrefix(begin)}*`, `${webLockPrefix(begin)}*{*`];
  const own = [...names.flatMap(keysOf), webNamesKey(webLockPrefix(begin)), revokedKey("*")];
  // Redis refuses a second pattern beside that of all keys.
  const keys = begin === "" ? ["*"] : own;
  const channels = [...names.flatMap(channelsOf), endsChannel(`${begin}*`), wakeChannel("*"), mailboxChannel("*")];
  return [
    ...["reset", "on"],
    ...new Set([...keys.map((key) => `~${key}`), ...channels.map((channel) => `&${channel}`)]),
    ...COMMANDS.map((command) => `+${command}`),
  ];
}

/** Returns a word as redis-cli reads it. */
function quoted(word: string): string {
  return /[\s"'\\]/.test(word) ? JSON.stringify(word) : word;
}

function keysOf(name: string): string[] {
  const derived = [tokenKey(name), queueKey(name), queueScoresKey(name), permitLeasesKey(name)];
  return [name, ownKeys(name), ...derived, `${readTimeouts(name)}*`];
}

function channelsOf(name: string): string[] {
  const own = [releaseChannel(name), `${waiterChannels(name)}*`, readWriteChannel(name)];
  return [...own, semaphoreChannel(name), countDownChannel(name)];
}
