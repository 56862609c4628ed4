// The rights that `leasehound acl` prints for one prefix reach every key and channel of it, and none of another prefix,
// whatever the prefixes and the names of locks are.
import { afterAll, expect, it } from "vitest";
import { escapeName } from "../../src/edge/web-locks/lock-names.ts";
import { mulberry32 } from "../../src/engine/faults/random.ts";
import { isLockError } from "../../src/index.ts";
import {
  channelAt,
  checkPrefix,
  countDownChannel,
  endsChannel,
  endsChannels,
  forcedReleaseKey,
  lastTriesKey,
  literally,
  lockName,
  mailboxAddress,
  markKey,
  ownerStateKey,
  permitLeasesKey,
  queueKey,
  queueScoresKey,
  readTimeouts,
  readWriteChannel,
  readWriteQueueKeys,
  recordKey,
  releaseChannel,
  requestKey,
  resultKey,
  semaphoreChannel,
  spendKey,
  standingFlagKey,
  standingKey,
  tokenKey,
  waiterChannels,
  waiterKey,
  wakeAddress,
  webLockKey,
  webLockPrefix,
  webNamesKey,
  webTokenKey,
  writeKey,
} from "../../src/lock/keys.ts";
import { rightsOf } from "../../src/tools/cli/commands/acl.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { connect } from "./model/real.ts";

const PAIRS = 4_000;
const PAIRS_OF_A_PREFIX = 10;
const PREFIXES = 300;
const OWNER = "3f1c0a52-8a3b-4c5d-9e6f-001122334455:7";
const WORDS = [
  ...["a", "b", "lock", "shop", "web", "owner", "standing", "revoked", "mailbox", "ends", "wake", "leasehound"],
  ...["*", "?", "[", "]", "[a-z]", "[^a]", "\\", "\\*", "{", "}", "{t}", "{lock", "|", "%", "%7B", "^", "-", "."],
  ...["é", "ы", "redisson_lock_queue"],
];
const WORDS_OF_NAMES = [" ", ":", ":", "::", "{t}", ":timeout", "lock:", "|{", "leasehound:lock:owner:"];
// Similar prefixes: a pattern for one might match another.
const RELATIVES = ["lock:", "lock*:", "lock?:", "{lock}:", "a{lock}:", "lo[c]k:", "lo\\ck:", "web:", "mailbox:"];

const server = await startRedisServer();
const admin = await connect(server.url);
afterAll(async () => {
  admin.destroy();
  await server.stop();
});

interface Spelled {
  readonly keys: readonly string[];
  readonly channels: readonly string[];
}

/** Returns all keys and channels that calls with a lock's key use. */
function ofLock(key: string): Spelled {
  const ofOwner = [OWNER, `${OWNER}:write`];
  return {
    keys: [
      ...[key, tokenKey(key), queueKey(key), queueScoresKey(key), lastTriesKey(key), permitLeasesKey(key)],
      ...[`${readTimeouts(key)}${OWNER}:rwlock_timeout:1`, ...readWriteQueueKeys(key)],
      ...ofOwner.flatMap((owner) => [ownerStateKey(key, owner), recordKey(key, owner, "h1")]),
      ...[waiterKey(key, OWNER), standingKey(key), standingFlagKey(key), forcedReleaseKey(key, "r1")],
      ...[requestKey(key, "r1"), resultKey(key), spendKey(key), markKey(key), writeKey(key, "r1"), webTokenKey(key)],
    ],
    channels: [
      ...[releaseChannel(key), `${waiterChannels(key)}${OWNER}`],
      ...[readWriteChannel(key), semaphoreChannel(key), countDownChannel(key), endsChannel(key)],
    ],
  };
}

/** Returns the keys and channels that all locks of a prefix share. */
function ofPrefix(prefix: string): Spelled {
  return {
    keys: [webNamesKey(prefix), webNamesKey(webLockPrefix(prefix))],
    channels: [channelAt(mailboxAddress(prefix, "0f".repeat(16))), channelAt(wakeAddress(prefix, "3f1c0a52"))],
  };
}

/** Returns the commands that write the keys, and those that use the channels. */
function commandsOf({ keys, channels }: Spelled): string[][] {
  return [
    ...keys.map((key) => ["SET", key, "1"]),
    ...channels.flatMap((channel) => [
      ["PUBLISH", channel, "1"],
      ["SUBSCRIBE", channel],
    ]),
  ];
}

function accepted(make: () => string): string | undefined {
  try {
    return make();
  } catch (error) {
    if (isLockError(error) && error.code === "INVALID_OPTION") return undefined;
    throw error;
  }
}

/** The same prefixes and names in each run. */
class Draw {
  readonly #random = mulberry32(7);

  chance(share: number): boolean {
    return this.#random() < share;
  }

  oneOf(words: readonly string[]): string {
    return words[Math.floor(this.#random() * words.length)] ?? "";
  }

  text(words: readonly string[], most: number): string {
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, () => this.oneOf(words)).join("");
  }

  /** Returns prefixes that a client may have. */
  prefixes(): string[] {
    const found = new Set(RELATIVES.filter((prefix) => accepted(() => checkPrefix(prefix)) !== undefined));
    while (found.size < PREFIXES) {
      const prefix = accepted(() => checkPrefix(`${this.text(WORDS, 3)}:`));
      if (prefix !== undefined) found.add(prefix);
    }
    return [...found];
  }

  /** Returns the key of a lock, or of a lock manager's lock; undefined: the name is refused. */
  key(prefix: string, words: readonly string[]): string | undefined {
    const name = this.text(words, 5);
    if (this.chance(0.25)) return webLockKey(prefix, escapeName(name));
    return accepted(() => lockName(prefix, name).key);
  }
}

it("the rights for a prefix reach all of its own keys and channels, and none of another prefix", async () => {
  const draw = new Draw();
  const prefixes = draw.prefixes();
  const count = { own: 0, foreign: 0 };
  const [denied, reached]: [string[][], string[][]] = [[], []];
  for (let pairs = 0; pairs < PAIRS; ) {
    const prefix = draw.oneOf(prefixes);
    await admin.sendCommand(["ACL", "SETUSER", "limited", ...rightsOf(prefix)]);
    for (let nth = 0; nth < PAIRS_OF_A_PREFIX; nth += 1) {
      const other = draw.chance(0.25) ? prefix : draw.oneOf(prefixes);
      const key = draw.key(other, [...WORDS, ...WORDS_OF_NAMES, prefix, `{${prefix}`, `${prefix}x{`]);
      if (key === undefined) continue;
      pairs += 1;
      const pattern = `${literally(endsChannels(other))}*`;
      const commands = [...commandsOf(ofLock(key)), ...commandsOf(ofPrefix(other)), ["PSUBSCRIBE", pattern]];
      const answers = await Promise.all(
        commands.map((words) => admin.sendCommand<string>(["ACL", "DRYRUN", "limited", ...words])),
      );
      const isOwn = other === prefix;
      count[isOwn ? "own" : "foreign"] += commands.length;
      const wrong = commands.filter((_, at) => (answers[at] === "OK") !== isOwn);
      (isOwn ? denied : reached).push(...wrong.map((words) => [prefix, ...words]));
    }
  }
  expect({ denied, reached }).toEqual({ denied: [], reached: [] });
  expect(count.own).toBeGreaterThan(PAIRS);
  expect(count.foreign).toBeGreaterThan(PAIRS);
});
