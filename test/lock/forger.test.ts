// A tenant with the rights that `leasehound acl` prints for its own prefix attacks the locks of another tenant, whose
// names and prefix look like its own. It gets nothing.
import { afterAll, expect, it } from "vitest";
import { createLocks, type Held } from "../../src/index.ts";
import {
  channelAt,
  endsChannel,
  lastingNamesKey,
  mailboxAddress,
  ownerStateKey,
  revokedKey,
  standingFlagKey,
  standingKey,
  tokenKey,
} from "../../src/lock/keys.ts";
import { standingRequest } from "../../src/lock/lua/standing.ts";
import { newSecret } from "../../src/lock/wait/seal.ts";
import { rightsOf } from "../../src/tools/cli/commands/acl.ts";
import { startGateway } from "../../src/tools/gateway/gateway.ts";
import { startRedisServer } from "../../src/tools/gateway/redis-server.ts";
import { eventually } from "../support/eventually.ts";
import { uniqueName } from "../support/unique-name.ts";
import { type Sleeper, sleeper } from "../support/waiting.ts";
import { newOwners } from "./lua/replay/table.ts";
import { connect } from "./model/real.ts";

const PREFIX = "shop.lock:";
const FORGERS_PREFIX = "lock:";
const FORGERS_MAILBOX = mailboxAddress(FORGERS_PREFIX, "f".repeat(32));

const server = await startRedisServer();
const admin = await connect(server.url);
// The gateway reads the server's table of commands.
await admin.sendCommand(["ACL", "SETUSER", "shop", ...rightsOf(PREFIX), "+command", ">secret"]);
await admin.sendCommand(["ACL", "SETUSER", "forger", ...rightsOf(FORGERS_PREFIX), ">secret"]);
const urlOf = (user: string): string => server.url.replace(/\/\/.*@/, `//${user}:secret@`);
const gateway = await startGateway({ redisUrl: urlOf("shop") });
const ear = await connect(urlOf("forger"));
const heard: string[] = [];
await ear.subscribe(channelAt(FORGERS_MAILBOX), (message) => heard.push(message));
afterAll(async () => {
  for (const connection of [admin, ear]) connection.destroy();
  await gateway.close();
  await server.stop();
});

/** The facts that the forger may know of a lock, its holder, and a standing waiter. */
interface Known {
  readonly key: string;
  readonly owner: string;
  readonly waiter: string;
  /** The channel of the waiter's mailbox. */
  readonly mailbox: string;
}

const ATTACKS: readonly [what: string, (known: Known) => string[]][] = [
  [
    "stand in the list of the lock",
    ({ key }) => ["LPUSH", standingKey(key), standingRequest(newOwners(key), FORGERS_MAILBOX, newSecret(), Date.now())],
  ],
  ["say that somebody stands", ({ key }) => ["SET", standingFlagKey(key), "1"]],
  ["end the holder by its owner state", ({ key, owner }) => ["SET", ownerStateKey(key, owner), "|-taken"]],
  ["forget the holder", ({ key, owner }) => ["DEL", ownerStateKey(key, owner)]],
  ["delete the lock", ({ key }) => ["DEL", key]],
  ["set its fencing token", ({ key }) => ["SET", tokenKey(key), "9223372036854775807"]],
  [
    "tell the waiter that it has the lock",
    ({ waiter, mailbox }) => ["PUBLISH", mailbox, `granted ${waiter} ${Date.now()} 5000 ${Date.now()}`],
  ],
  ["hear the messages to the waiter", ({ mailbox }) => ["SUBSCRIBE", mailbox]],
  ["hear the messages to all waiters", () => ["PSUBSCRIBE", "leasehound:*"]],
  ["tell the holder that its hold has ended", ({ key, owner }) => ["PUBLISH", endsChannel(key), `${owner} stolen`]],
  ["hear the ends of holds", () => ["PSUBSCRIBE", `${endsChannel(PREFIX)}*`]],
  ["set the revocation of a token", () => ["SET", revokedKey("a token"), "1"]],
  ["delete the revocation of a token", () => ["DEL", revokedKey("a token")]],
  ["count names of a principal", () => ["INCRBY", lastingNamesKey("ci"), "1000"]],
];

/** Sends words as the forger, alone and in a script. Resolves with the answers that are not refusals. */
async function sent(words: readonly string[]): Promise<unknown[]> {
  const inScript = ["EVAL", "return redis.call(unpack(ARGV))", "0", ...words];
  const ways = /SUBSCRIBE/.test(words[0] ?? "") ? [words] : [words, inScript];
  // A connection that subscribes can do nothing else.
  const forger = await connect(urlOf("forger"));
  const answers = await Promise.allSettled(ways.map((way) => forger.sendCommand([...way])));
  forger.destroy();
  return answers.flatMap((answer) =>
    answer.status === "rejected" && /NOPERM|can't (access|publish)/.test(String(answer.reason)) ? [] : [answer],
  );
}

const locks = createLocks({ redis: gateway, prefix: PREFIX, leaseMs: 30_000, waitMs: 20_000, pollMs: 60_000 });

it.each(["job", "job{42}", "lock:job{42}", "{lock:job}:42", "leasehound:lock:standing:{lock:x}"])(
  "a forger beside the lock %j gets nothing",
  async (text) => {
    heard.length = 0;
    const name = uniqueName() + text;
    const lock = locks.lock(name);
    const key = PREFIX + name;
    const held: Held = await lock.acquire();
    held.keepAlive(undefined, { listen: true });
    await eventually(async () => Number(await admin.sendCommand(["PUBLISH", endsChannel(key), "-"])) > 0);
    const waiting: Sleeper<Held> = await sleeper((waits) => lock.acquire(waits));
    const [mailbox = "", waiter = ""] = await eventually(async () => {
      const [request] = await admin.sendCommand<string[]>(["LRANGE", standingKey(key), "0", "-1"]);
      return request?.split(" ");
    });
    await admin.sendCommand(["SET", revokedKey("a token"), "1"]);
    const known = { key, owner: held.owner, waiter, mailbox: channelAt(mailbox) };
    const done: string[] = [];
    for (const [what, words] of ATTACKS) if ((await sent(words(known))).length > 0) done.push(what);
    expect(done).toEqual([]);

    expect([await held.check(), held.signal.aborted, waiting.isOver()]).toEqual([true, false, false]);
    expect(await admin.sendCommand(["GET", revokedKey("a token")])).toBe("1");
    expect(await held.release()).toMatchObject({ outcome: "released" });
    const next = await waiting.got;
    expect(next.owner).toBe(waiter);
    await next.release();
    expect(await admin.sendCommand(["EXISTS", key])).toBe(0);
    expect(heard).toEqual([]);
  },
);
