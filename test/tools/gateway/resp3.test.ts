// RESP3: replies and messages in the bytes of Redis, and the change of protocol in the middle of a connection.
import { createClient } from "@redis/client";
import { beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { onlyRedis } from "../../support/only-redis.ts";
import { list, RawResp } from "./raw-resp.ts";
import { ownGateway, send } from "./support.ts";

const gateway = await ownGateway();

beforeEach(() => gateway.faults.clear());

/** Each of these gives a type that only RESP3 has, or could be taken for one. */
const COMMANDS = `
SET k v
GET none
HSET h f 1 g WITHSCORES
HGETALL h
HGETALL none
HGET h none
HRANDFIELD one
HRANDFIELD one 1
HRANDFIELD one 1 WITHVALUES
HRANDFIELD none 1 WITHVALUES
HMGET h f none
RPUSH l a b
LPOP none 2
LRANGE l 0 -1
LMPOP 1 none LEFT
SADD s a
SMEMBERS s
SMEMBERS none
SINTER s s
SUNION s none
SDIFF s none
SRANDMEMBER s 2
SISMEMBER s a
SMISMEMBER s a b
SPOP s 0
SPOP s 1
SADD s a
SPOP s
SPOP s
ZADD z 1.5 a 2 WITHSCORES
ZADD z INCR 1 a
ZADD z XX INCR 1 none
ZADD z inf far
ZINCRBY z 0.1 a
ZSCORE z a
ZSCORE z far
ZSCORE z none
ZMSCORE z a none far
ZRANGE z 0 -1
ZRANGE z 0 -1 WITHSCORES
ZRANGE z 0 -1 REV WITHSCORES
ZRANGEBYSCORE z -inf inf WITHSCORES LIMIT 0 1
ZREVRANGE z 0 -1 WITHSCORES
ZREVRANGEBYSCORE z inf -inf WITHSCORES
ZADD single 0.1 a
ZRANDMEMBER single
ZRANDMEMBER single 1
ZRANDMEMBER single 1 WITHSCORES
ZRANDMEMBER none 1 WITHSCORES
ZRANDMEMBER h 1 WITHSCORES
ZRANK z a
ZRANK z a WITHSCORE
ZRANK z none WITHSCORE
ZREVRANK z none
ZUNION 2 z none WITHSCORES
ZUNION 1 WITHSCORES
ZINTER 2 z z WITHSCORES
ZDIFF 2 z none WITHSCORES
ZDIFF 2 z none
ZPOPMIN z
ZPOPMIN none
ZPOPMIN none 2
ZPOPMAX z 2
ZADD z 1 a 2 b
ZMPOP 1 none MIN
ZMPOP 1 z MAX COUNT 2
GEOADD g 13.36 38.11 p
GEOPOS g p none
GEODIST g p p
GEOSEARCH g FROMMEMBER p BYRADIUS 1 km WITHCOORD WITHDIST WITHHASH
GEOSEARCH g FROMMEMBER p BYRADIUS 1 km
GEORADIUS g 13 38 200 km WITHCOORD
GEORADIUSBYMEMBER g p 1 km WITHDIST
XADD x 1-1 f v
XREAD STREAMS x 0
XREAD STREAMS x 9-9
XRANGE x - +
XGROUP CREATE x group 0
XREADGROUP GROUP group me STREAMS x >
XREADGROUP GROUP group me STREAMS x 0
XINFO GROUPS x
XINFO STREAM x
XPENDING x group
EVAL return\t{1,'two',false,true,{},redis.status_reply('FINE')} 0
EVAL return\tredis.call('HGETALL',KEYS[1]) 1 h
EVAL return\tredis.call('NOPE') 0
GET l
HGETALL l
ZSCORE l a
ZSCORE z
CLIENT GETNAME
COMMAND INFO get hgetall eval none config
COMMAND DOCS get set config
COMMAND GETKEYSANDFLAGS SET k v
COMMAND COUNT
FUNCTION STATS
FUNCTION LIST
PUBSUB NUMSUB a
TIME a
ECHO hello
PING
PING hello
UNSUBSCRIBE
PUNSUBSCRIBE a
SUBSCRIBE
AUTH default wrong
HELLO 9
HELLO x
HELLO 9999999999999999999
HELLO 9223372036854775807
HELLO -1
HELLO 03
HELLO 3 SETNAME a\tb
CLIENT SETNAME a\tb
HELLO 2 AUTH default wrong
HELLO 3 NOPE
GET none
SUBSCRIBE a b
PSUBSCRIBE a
GET k
HGETALL h
PING
PING hello
PUBLISH none a
UNSUBSCRIBE a
UNSUBSCRIBE
PUNSUBSCRIBE
RESET
AUTH default wrong
QUIT
`
  .trim()
  .split("\n")
  .map((line) => line.split(" ").map((word) => word.replaceAll("\t", " ")));

/** The reply to each command, and what arrived unasked with it. */
async function repliesTo(url: string): Promise<string[]> {
  await send(gateway, ["FLUSHALL"]);
  await send(gateway, ["HSET", "one", "f", "v"]);
  const client = await RawResp.open(url);
  const replies = [withoutId(await client.ask("HELLO", "3"))];
  for (const words of COMMANDS) replies.push(`${words.join(" ")}: ${await client.ask(...words)}`);
  expect(await client.ended()).toBe("end");
  return [...replies, `${client.unread}`];
}

describe("replies", () => {
  it("have the bytes of Redis", onlyRedis("another answer than the engine's"), async () => {
    expect(await repliesTo(gateway.respUrl)).toEqual(await repliesTo(gateway.redisUrl));
  });

  it("of a database are maps, sets, doubles and the nil of RESP3", async () => {
    await send(gateway, ["FLUSHALL"]);
    const client = await RawResp.open(gateway.respUrl);
    expect(await client.ask("HELLO", "3")).toMatch(/^%7\r\n\$6\r\nserver\r\n[\s\S]*\$5\r\nproto\r\n:3\r\n/);
    expect(await client.ask("INFO")).toMatch(/^=\d+\r\ntxt:# Server\r\n/);
    for (const words of ["HSET h f v", "SADD s a", "ZADD z 1.5 a"]) await client.ask(...words.split(" "));
    expect(await client.ask("HGETALL", "h")).toBe("%1\r\n$1\r\nf\r\n$1\r\nv\r\n");
    expect(await client.ask("SMEMBERS", "s")).toBe("~1\r\n$1\r\na\r\n");
    expect(await client.ask("ZSCORE", "z", "a")).toBe(",1.5\r\n");
    expect(await client.ask("GET", "none")).toBe("_\r\n");
    client.leave();
  });

  it("of fault rules have the nil of RESP3", async () => {
    const client = await RawResp.open(gateway.respUrl);
    await client.ask("HELLO", "3");
    gateway.faults.set({ seed: 1, rules: [{ fault: "reply", result: [null, "a", 1] }] });
    expect(await client.ask("GET", "k")).toBe("*3\r\n_\r\n$1\r\na\r\n:1\r\n");
    client.leave();
  });
});

describe("a connection", () => {
  it("answers each command in the protocol of its place", async () => {
    const client = await RawResp.open(gateway.respUrl);
    for (const words of ["GET none", "HELLO 3", "GET none", "HELLO 2", "GET none", "HELLO 3", "RESET"]) {
      client.send(...words.split(" "));
    }
    client.send("AUTH", gateway.token);
    client.send("GET", "none");
    const replies: string[] = [];
    while (replies.length < 9) replies.push(await client.next());
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual("$-1 %7\r _\r\n *14 $-1 %7\r +RE +OK $-1".split(" "));
    client.leave();
  });

  it("changes its protocol only with a login", async () => {
    const client = await RawResp.open(gateway.respUrl, "");
    expect(await client.ask("HELLO", "3")).toMatch(/^-NOAUTH HELLO must be called/);
    expect(await client.ask("HELLO", "3", "AUTH", "default", "wrong")).toMatch(/^-WRONGPASS /);
    expect(await client.ask("AUTH", gateway.token)).toBe("+OK\r\n");
    expect(await client.ask("GET", "none")).toBe("$-1\r\n");
    expect(await client.ask("HELLO", "3", "AUTH", "default", gateway.token)).toMatch(/^%7\r\n/);
    expect(await client.ask("GET", "none")).toBe("_\r\n");
    client.leave();
  });

  it("gets messages as pushes, and may send any command in between", async () => {
    const client = await RawResp.open(gateway.respUrl);
    await client.ask("HELLO", "3");
    expect(await client.ask("SUBSCRIBE", "c")).toBe(push(list("subscribe", "c", 1)));
    expect(await client.ask("PSUBSCRIBE", "*")).toBe(push(list("psubscribe", "*", 2)));
    expect(await client.ask("SET", "k", "v")).toBe("+OK\r\n");
    await send(gateway, ["PUBLISH", "c", "*1"]);
    expect(await client.next()).toBe(push(list("message", "c", "*1")));
    expect(await client.next()).toBe(push(list("pmessage", "*", "c", "*1")));
    expect(await client.ask("UNSUBSCRIBE")).toBe(push(list("unsubscribe", "c", 1)));
    expect(await client.ask("UNSUBSCRIBE")).toBe(">3\r\n$11\r\nunsubscribe\r\n_\r\n:1\r\n");
    client.leave();
  });

  it("keeps its protocol while it may not change it", onlyRedis("another answer than the engine's"), async () => {
    const courses = [
      ["HELLO 2", "SUBSCRIBE a", "HELLO 3", "GET none", "PING", "UNSUBSCRIBE a", "GET none"],
      ["HELLO 3", "SUBSCRIBE a", "HELLO 2", "GET none", "HELLO 3", "UNSUBSCRIBE a", "HELLO 2", "GET none"],
    ];
    const answers = async (url: string, course: readonly string[]): Promise<string[]> => {
      const client = await RawResp.open(url);
      const replies: string[] = [];
      for (const words of course) replies.push(withoutId(await client.ask(...words.split(" "))));
      client.leave();
      return replies;
    };
    for (const course of courses) {
      expect(await answers(gateway.respUrl, course)).toEqual(await answers(gateway.redisUrl, course));
    }
  });

  it("gets each confirmation in the protocol of its place", async () => {
    const client = await RawResp.open(gateway.respUrl);
    for (const words of ["SUBSCRIBE a", "UNSUBSCRIBE a", "HELLO 3", "SUBSCRIBE a", "RESET"]) {
      client.send(...words.split(" "));
    }
    const replies: string[] = [];
    while (replies.length < 5) replies.push((await client.next()).slice(0, 2));
    expect(replies).toEqual(["*3", "*3", "%7", ">3", "+R"]);
    client.leave();
  });

  it("gets a message in the protocol of the replies before it", async () => {
    const client = await RawResp.open(gateway.respUrl);
    await client.ask("HELLO", "3");
    await client.ask("SUBSCRIBE", "c");
    gateway.faults.set({ seed: 1, rules: [{ fault: "hold-back", command: "GET", reply: true }] });
    client.send("GET", "none");
    client.send("HELLO", "2");
    await eventually(() => gateway.faults.state().rules[0]?.fired === 1);
    await send(gateway, ["PUBLISH", "c", "m"]);
    expect(await client.next()).toBe(push(list("message", "c", "m")));
    gateway.faults.clear();
    expect(await client.next()).toBe("_\r\n");
    expect(await client.next()).toMatch(/^\*14\r\n/);
    client.leave();
  });

  it("gets no reply of the other protocol", async () => {
    await send(gateway, ["FLUSHALL"]);
    const [two, three] = [await RawResp.open(gateway.respUrl), await RawResp.open(gateway.respUrl)];
    await three.ask("HELLO", "3");
    const sha1 = String(Object((await send(gateway, ["SCRIPT", "LOAD", "return false"])).body).result);
    gateway.faults.set({ seed: 1, rules: [{ fault: "replay-reply" }] });
    const run = ["EVALSHA", sha1, "1", "k", "a", "b", "c"];
    expect([await three.ask(...run), await two.ask(...run), await three.ask(...run)]).toEqual([
      "_\r\n",
      "$-1\r\n",
      "_\r\n",
    ]);
    gateway.faults.set({ seed: 1, rules: [{ fault: "swap-replies", delayMs: 100 }] });
    expect(await Promise.all([two.ask("GET", "none"), three.ask("GET", "none")])).toEqual(["$-1\r\n", "_\r\n"]);
    two.leave();
    three.leave();
  });

  it("of node-redis needs no option", async () => {
    const client = createClient({ url: gateway.respUrl });
    await client.connect();
    await client.hSet("hash", { a: "1", b: "2" });
    expect({ ...(await client.hGetAll("hash")) }).toEqual({ a: "1", b: "2" });
    expect(await client.zAdd("sorted", { score: 1.5, value: "a" })).toBe(1);
    expect(await client.zScore("sorted", "a")).toBe(1.5);
    expect(await client.get("none")).toBeNull();
    let told: (message: string) => void = () => {};
    const message = new Promise<string>((resolve) => {
      told = resolve;
    });
    await client.subscribe("news", (text) => told(text));
    expect(await client.publish("news", "hello")).toBe(1);
    expect(await message).toBe("hello");
    client.destroy();
  });
});

function withoutId(hello: string): string {
  return hello.replaceAll(/\r\nid\r\n:\d+/g, "");
}

function push(reply: string): string {
  return reply.replace(/^\*/, ">");
}
