// Random commands with odd arguments, from a seed.

/** Returns random numbers from 0 to 1, always the same ones for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LARGE = ["9223372036854775807", "-9223372036854775808", "9007199254740993"];
const INTEGERS = ["0", "1", "2", "-1", "3", "-3", "100000", "-0", "01", "x", "1.5", "", "9223372036854775808"];
const TEXTS = ["0", "1", "5", "10", "3.5", "1e3", "007", " 1", "abc", "", "a\r\nb\0", "☃", "long".repeat(20)];
const SCORES = ["0", "1", "-1", "5", "3.5", "1e3", "1e300", "0.1", "1e17", "-0", "inf", "-inf", "+inf", "0x10"];
const DECIMALS = ["0.1", "0.2", "-0.3", "3.0e3", "1e-17", "1e18", "-1e17", "5e-18", "1e300", "0x10", "12345678.9"];
const BAD_SCORES = ["nan", "abc", "", " 1", "1 ", "1e999", "1e-5", "0b1", "1_0", "1\0", "infinity", ".5", "5."];

/** The words that stand for random ones in the shapes. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  K: ["k1", "k2", "k3", "k4", "ü"],
  V: [...TEXTS, ...LARGE],
  I: [...INTEGERS, ...LARGE],
  D: [...DECIMALS, ...INTEGERS, ...BAD_SCORES, "inf", "-inf"],
  // A life that does not end while the commands run.
  T: ["100000", "200000", "100000000", "-1", "0", "x", "", ...LARGE],
  F: ["f1", "f2", "f3", "☃"],
  M: ["m1", "m2", "m3", "M", "☃"],
  S: [...SCORES, ...SCORES, ...BAD_SCORES],
  B: [...SCORES, "(1", "(5", "(inf", "(", ...BAD_SCORES],
  G: ["*", "k?", "k[12]", "\\k1", "[", "k[^1]", "k[1-3]", "k[3-1]", "*1*", "**", "k[12", "k1\\", "", "?*", "k[\\1]"],
};

/** `{a|b c|}`: one of these alternatives. */
const SHAPES = `
GET K
SET K V {|NX|XX|GET|NX GET|XX GET|PX 100000|EX 100|PX T|EX T|KEEPTTL|FOO|NX XX|PX 100000 KEEPTTL|px 100000 nx|PX|IFEQ x}
GETDEL K
GETSET K V
GETEX K {|PX 100000|EX 100|PX T|EX T|PERSIST|EXAT 1|PXAT 4102444800000|PX|FOO|PX 1 EX 1|PERSIST EX 100|KEEPTTL|GET}
SETEX K T V
PSETEX K T V
SETNX K V
SETRANGE K {0|1|5|-1|x|9223372036854775808} V
MSETNX K V K {V|V V}
INCRBYFLOAT K D
MGET K K K
MSET K V K {V|V V}
STRLEN K
GETRANGE K I I
APPEND K V
INCR K
DECR K
INCRBY K I
DECRBY K I
DEL K K
UNLINK K
EXISTS K K K
TYPE K
TOUCH K K K
RENAME K K
RENAMENX K K
RANDOMKEY {|x}
KEYS G
SCAN {0|x|99999999999999999999999} {COUNT 100|COUNT 0 MATCH *|COUNT|MATCH G COUNT 1000|COUNT 100 TYPE hash|COUNT x|FOO 1}
DBSIZE {|x}
PEXPIRE K T {|GT|LT|NX|XX|NX GT|GT LT|ZZ|XX GT}
EXPIRE K T {|GT|LT|NX|XX}
PEXPIREAT K {4102444800000|1|0|x|-5}
EXPIREAT K {4102444800|1|x}
PERSIST K
PTTL K
TTL K
PEXPIRETIME K
EXPIRETIME K
HSET K F {V|V F V|}
HMSET K F {V|V F V|}
HSETNX K F V
HSTRLEN K F
HVALS K
HINCRBYFLOAT K F D
HGET K F
HMGET K F F F
HEXISTS K F
HLEN K
HKEYS K
HGETALL K
HDEL K F F
HINCRBY K F I
HSCAN K {0|x} {|MATCH f*|COUNT 0|COUNT 10|FOO|FOO 1}
HRANDFIELD K {|5|0|100|x} {|WITHVALUES|FOO}
LPUSH K V V
RPUSH K V
LPUSHX K V V
RPUSHX K V
LTRIM K I I
LMOVE K K {LEFT|RIGHT|left|UP} {LEFT|RIGHT|DOWN}
RPOPLPUSH K K
LINSERT K {BEFORE|AFTER|before|AT} V V
LPOP K {|I|I I}
RPOP K {|I}
LLEN K
LINDEX K I
LSET K I V
LRANGE K I I
LREM K I V
LPOS K V {|RANK -1|RANK 2|COUNT 0|COUNT 2|MAXLEN 1|RANK 0|RANK x|COUNT -1|MAXLEN -1|COUNT x|FOO 1|RANK|RANK -1 COUNT 0 MAXLEN 2}
ZADD K {|NX|XX|GT|LT|XX GT|NX GT|GT LT|NX XX|CH|XX CH|INCR|NX INCR|XX INCR|GT INCR|CH INCR} S M {|S M|x}
ZINCRBY K S M
ZREM K M M
ZSCORE K M
ZMSCORE K M M M
ZCARD K
ZCOUNT K B B
ZRANGE K I I {|WITHSCORES|REV|LIMIT 0 1|LIMIT 0 -1|FOO|LIMIT|LIMIT x 1|REV WITHSCORES}
ZRANGE K B B BYSCORE {|LIMIT 0 1|LIMIT 1 -1|LIMIT -1 2|LIMIT 0 0|REV|WITHSCORES|REV LIMIT 1 2|BYSCORE|REV REV}
ZRANGEBYSCORE K B B {|WITHSCORES|LIMIT 1 1|LIMIT 1|REV|BYSCORE|WITHSCORES LIMIT 0 2}
ZRANK K M
ZREVRANK K M
ZREVRANGE K I I {|WITHSCORES|REV|LIMIT 0 1|LIMIT 0 -1|BYSCORE|FOO}
ZREVRANGEBYSCORE K B B {|WITHSCORES|LIMIT 1 1|LIMIT 1|REV|BYSCORE|WITHSCORES LIMIT 0 2}
ZREMRANGEBYSCORE K B B
ZPOPMAX K {|1|5|x|-1|0|1 1}
ZSCAN K {0|x} {|MATCH m*|COUNT 0|COUNT 10|FOO|FOO 1}
ZPOPMIN K {|1|5|x|-1|0|1 1}
ZREMRANGEBYRANK K I I
ZRANDMEMBER K {|10|0|x} {|WITHSCORES|FOO}
ZDIFF {1|2|0|3|x} K K {|WITHSCORES|FOO|WITHSCORES WITHSCORES}
SADD K V V
SREM K V V
SMEMBERS K
SCARD K
SISMEMBER K V
SMISMEMBER K V V V
SPOP K {100000|0|x|-1|100000 1}
SRANDMEMBER K {|100000|0|x|9223372036854775807|5 1}
SMOVE K K V
SINTER K K
SUNION K K
SDIFF K K K
SSCAN K {0|x} {|MATCH a*|COUNT 0|COUNT 10|FOO|FOO 1}
PING {|x|x y}
ECHO V
PUBLISH c V
PUBSUB {NUMSUB a b|NUMSUB|FOO|NUMPAT|NUMPAT x|CHANNELS|CHANNELS a*|CHANNELS a b|}
SCRIPT {EXISTS x|FOO|EXISTS|FLUSH x|LOAD|LOAD x(}
EVAL {return|x(} {0|1|-1|x|} {|a}
EVAL_RO {return|x(|return{1,2}} {0|1|-1|x} {|a}
EVALSHA_RO x 0
EVALSHA x 0
EVALSHA 0000000000000000000000000000000000000000 {0|-1|5|x}
NOSUCH V V
GETX
`
  .trim()
  .split("\n");

export class RandomCommands {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.#random() * choices.length)] ?? choices[0];
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  command(): [name: string, ...words: string[]] {
    const shape = SHAPES[this.below(SHAPES.length)] ?? "";
    const chosen = shape.replaceAll(/\{([^}]*)\}/g, (_, alternatives: string) => {
      const all = alternatives.split("|");
      return all[this.below(all.length)] ?? "";
    });
    const [name = "", ...words] = chosen
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => {
        const choices = WORDS[word] ?? [word];
        return choices[this.below(choices.length)] ?? "";
      });
    if (this.below(40) === 0) words.pop();
    if (this.below(60) === 0) words.push("extra");
    return [this.below(8) === 0 ? name.toLowerCase() : name, ...words];
  }
}
