// The fence: a protected resource refuses a token older than one it has seen. In Redis, and independent of the lock.
import { afterEach, describe, expect, it } from "vitest";
import type { Fence, Locks } from "../../../../src/index.ts";
import { markKey, tokenKey } from "../../../../src/lock/keys.ts";
import { createLocks } from "../../../support/bare-locks.ts";
import { endFaults } from "../../../support/end-faults.ts";
import { eventually } from "../../../support/eventually.ts";
import { letGo } from "../../../support/held-back.ts";
import { leaseTime } from "../../../support/place.ts";
import { clearFaults, command, type Endpoint, redisTime, setFaults, witnessed } from "../../../support/rest.ts";
import { uniqueName } from "../../../support/unique-name.ts";

const REFUSED = { code: "INVALID_OPTION" };
// Around 2^53, where the numbers of JavaScript and Lua lose precision, and with the most digits.
const RISING = [
  ...["0", "9", "10", "99", "100", "9007199254740991", "9007199254740992", "9007199254740993"],
  ...["9223372036854775807", "9999999999999999999", "10000000000000000000", "99999999999999999999"],
];

export function fenceContract(redis: Endpoint): void {
  const locks = createLocks({ redis });

  it("refuses a holder whose lease ran out, by the tokens of a fenced lock", async () => {
    const name = uniqueName();
    const data = uniqueName();
    const fence = locks.fence(name);
    const first = await locks.fencedLock(name).acquire();
    expect(await fence.check(first.fencingToken)).toBe(true);
    expect(await fence.set(data, "first's", first.fencingToken)).toBe(true);
    await locks.fencedLock(name).forceRelease();
    const second = await locks.fencedLock(name).acquire();
    expect(await fence.check(second.fencingToken)).toBe(true);
    expect(await fence.check(first.fencingToken)).toBe(false);
    expect(await fence.set(data, "too late", first.fencingToken)).toBe(false);
    expect(await command(redis, "GET", data)).toBe("first's");
    expect(await fence.set(data, "second's", second.fencingToken)).toBe(true);
    expect(await command(redis, "GET", data)).toBe("second's");
    await second.release();
  });

  it("compares numbers, not texts, whatever their size", async () => {
    const { fence, data, value } = arrange(locks);
    // Ahead of the clock but granted: by Java, or before the clock of Redis was set back.
    await command(redis, "SET", tokenKey(fence.resource), RISING.at(-1) ?? "");
    for (const [at, token] of RISING.entries()) {
      expect(await fence.check(token)).toBe(true);
      expect(await fence.set(data, token, token)).toBe(true);
      expect(await fence.set(data, `${token} again`, token)).toBe(true);
      for (const older of RISING.slice(0, at)) {
        expect(await fence.check(older)).toBe(false);
        expect(await fence.set(data, "older", older)).toBe(false);
      }
      expect(await value()).toBe(`${token} again`);
    }
  });

  it("refuses a token that was never granted, and still works afterwards", async () => {
    const { fence, mark, data, value } = arrange(locks);
    const held = await locks.fencedLock(fence.resource).acquire();
    expect(await fence.set(data, "a", held.fencingToken)).toBe(true);
    const before = await mark();
    const ahead = { ...REFUSED, option: "token" };
    const aMinute = `${(await redisTime(redis)) + 70_000}000`;
    for (const token of [aMinute, "9223372036854775807", "99999999999999999999"]) {
      await expect(fence.check(token)).rejects.toMatchObject(ahead);
      await expect(fence.set(data, "forged", token)).rejects.toMatchObject(ahead);
    }
    expect([await mark(), await value()]).toEqual([before, "a"]);
    expect(await fence.check(held.fencingToken)).toBe(true);
    await held.release();
    const next = await locks.fencedLock(fence.resource).acquire();
    expect(await fence.set(data, "b", next.fencingToken)).toBe(true);
    await next.release();
  });

  it("takes tokens of a clock that is a little ahead, of Java, and of before the clock was set back", async () => {
    const { fence, data } = arrange(locks);
    expect(await fence.check("1")).toBe(true);
    const soon = `${(await redisTime(redis)) + 50_000}000`;
    expect(await fence.check(soon)).toBe(true);
    // A lock granted this token by tomorrow's clock, which was put right since.
    const tomorrow = `${(await redisTime(redis)) + 86_400_000}000`;
    await command(redis, "SET", tokenKey(fence.resource), tomorrow);
    const held = await locks.fencedLock(fence.resource).acquire();
    expect(BigInt(held.fencingToken)).toBe(BigInt(tomorrow) + 1n);
    expect(await fence.set(data, "a", held.fencingToken)).toBe(true);
    await expect(fence.check(String(BigInt(held.fencingToken) + 1_000n))).rejects.toMatchObject(REFUSED);
    await held.release();
    // The latest token was deleted: the mark is still valid.
    await command(redis, "DEL", tokenKey(fence.resource));
    expect(await fence.check(held.fencingToken)).toBe(true);
  });

  it("raises the mark with check and with set, and changes neither key nor mark when it refuses", async () => {
    const { fence, mark, data, value } = arrange(locks);
    expect(await fence.set(data, "a", "5")).toBe(true);
    expect(await mark()).toBe("5");
    expect(await fence.check("7")).toBe(true);
    expect(await mark()).toBe("7");
    expect(await fence.set(data, "b", "6")).toBe(false);
    expect(await fence.check("5")).toBe(false);
    expect(await mark()).toBe("7");
    expect(await value()).toBe("a");
    expect(await command(redis, "TTL", markKey(fence.resource))).toBe(-1);
  });

  it("knows each resource separately, under the prefix of its locks", async () => {
    const data = uniqueName().replaceAll(":", ".");
    const prefixed = createLocks({ redis, prefix: `${data}:` });
    const resource = uniqueName();
    expect(await prefixed.fence(resource).set(data, "a", "9")).toBe(true);
    expect(await locks.fence(resource).check("1")).toBe(true);
    expect(await locks.fence(`${data}:${resource}`).check("8")).toBe(false);
    // The key is the application's, without a prefix.
    expect(await command(redis, "GET", data)).toBe("a");
  });

  it.each([
    ["braces", "{a}b", "x{y}z{"],
    ["an opening brace", "{", "}"],
    ["characters of every kind", "é🐕\n\t\u202e\u0000|", '\u0000"\\\r\n🐕'],
    ["digits", "42", "007"],
    ["wildcards", "*?[a-z]", "KEYS *"],
  ])("accepts any name, key and value: %s", async (_, resource, text) => {
    const fence = locks.fence(uniqueName() + resource);
    const data = uniqueName() + text;
    expect(await fence.set(data, text, "2")).toBe(true);
    expect(await fence.set(data, "", "1")).toBe(false);
    expect(await command(redis, "GET", data)).toBe(text);
    expect(await fence.set(data, "", "2")).toBe(true);
    expect(await command(redis, "GET", data)).toBe("");
  });

  it("accepts a value of 1 MB, and a key of 32 KB", async () => {
    const { fence } = arrange(locks);
    const data = uniqueName().padEnd(32_768, "k");
    const megabyte = "é".repeat(512 * 1024);
    expect(await fence.set(data, megabyte, "1")).toBe(true);
    expect(await command<number>(redis, "STRLEN", data)).toBe(1024 * 1024);
    expect(await fence.set(data, "small", "1")).toBe(true);
    expect(await command(redis, "GET", data)).toBe("small");
  });

  it("never writes to a key of another type: the hash of the lock itself stays", async () => {
    const { fence, mark } = arrange(locks);
    const held = await locks.fencedLock(fence.resource).acquire();
    const set = fence.set(fence.resource, "x", held.fencingToken);
    await expect(set).rejects.toMatchObject({ code: "REDIS_REFUSED", redisCode: "WRONGTYPE" });
    expect(await held.check()).toBe(true);
    expect(await mark()).toBe(null);
    await held.release();
  });

  it("refuses a mark that is not a token, and writes nothing", async () => {
    const { fence, data, value } = arrange(locks);
    const key = markKey(fence.resource);
    for (const broken of ["", "abc", "12a", "-1", "1.5", " 1"]) {
      await command(redis, "SET", key, broken);
      await expect(fence.check("5")).rejects.toMatchObject({ code: "REDIS_REFUSED" });
      await expect(fence.set(data, "x", "5")).rejects.toMatchObject({ code: "REDIS_REFUSED" });
      expect(await command(redis, "GET", key)).toBe(broken);
    }
    await command(redis, "DEL", key);
    await command(redis, "HSET", key, "a", "1");
    await expect(fence.check("5")).rejects.toMatchObject({ redisCode: "WRONGTYPE" });
    await expect(fence.set(data, "x", "5")).rejects.toMatchObject({ redisCode: "WRONGTYPE" });
    expect(await value()).toBe(null);
  });

  function arrange(from: Locks): {
    fence: Fence;
    data: string;
    mark(): Promise<unknown>;
    value(): Promise<unknown>;
  } {
    const fence = from.fence(uniqueName());
    const data = uniqueName();
    const mark = (): Promise<unknown> => command(redis, "GET", markKey(fence.resource));
    return { fence, data, mark, value: () => command(redis, "GET", data) };
  }
}

/** Wrong use fails at the call, before anything is sent: this client has no server. */
export function fenceOptionsContract(): void {
  const locks = createLocks({ redis: { url: "https://nowhere.invalid", token: "canary" } });
  const fence = locks.fence("x");
  const call = (method: "check" | "set", ...args: unknown[]): Promise<boolean> =>
    Reflect.apply(fence[method], fence, args);

  it("checks the resource like the name of a lock", () => {
    for (const name of [undefined, "", 7, null, "\ud800", "redisson_x", "leasehound:x", "x".repeat(33_000)]) {
      const make = (): unknown => Reflect.apply(locks.fence, locks, [name]);
      expect(make).toThrowError(expect.objectContaining({ ...REFUSED, option: "resource" }));
    }
  });

  it.each([
    ...[undefined, null, 5, 5n, "", "-1", "+1", "01", "00", "1.0", "1e3", " 1", "1 ", "1\n", "٣", "x"],
    ...["100000000000000000000", {}, ["1"]],
  ])("refuses a value that is not a token, case %#", async (token) => {
    const refused = { ...REFUSED, option: "token" };
    await expect(call("check", token)).rejects.toMatchObject(refused);
    await expect(call("set", "key", "value", token)).rejects.toMatchObject(refused);
  });

  it("says where tokens come from when there is none", async () => {
    await expect(call("check", undefined)).rejects.toThrow("needs the fencingToken of a fenced lock");
  });

  it.each([
    ...[undefined, null, 5, "", "\ud800", "redisson_lock_token:{a}", "leasehound::mark:{a}", "leasehound-api:x"],
    ...["k".repeat(32_769), "é".repeat(16_385)],
  ])("refuses a key that the application may not use, case %#", async (key) => {
    await expect(call("set", key, "value", "1")).rejects.toMatchObject({ ...REFUSED, option: "key" });
  });

  it.each([undefined, null, 5, {}, Uint8Array.of(1), "a\udc00"])(
    "refuses a value that is not text, case %#",
    async (value) => {
      await expect(call("set", "key", value, "1")).rejects.toMatchObject({ ...REFUSED, option: "value" });
    },
  );
}

/** On a gateway of its own, one test at a time. */
export function fenceFaultsContract(redis: Endpoint): void {
  // An attempt waits long enough for a busy machine. The hasty client is for calls that get no reply.
  const locks = createLocks({ redis, leaseMs: leaseTime(6_000) });
  const hasty = createLocks({ redis, leaseMs: leaseTime(1_000) });
  const value = (data: string): Promise<unknown> => command(redis, "GET", data);

  afterEach(() => endFaults(redis));

  describe("a fenced write", () => {
    it("whose replies are lost is carried out once, and reports that", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2] }]);
      expect(await fence.set(data, "a", "5")).toBe(true);
      expect(await copies(data, "a")).toBeGreaterThan(1);
      expect(await value(data)).toBe("a");
    });

    it("whose replies are all lost is unknown; a newer token ends the doubt", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await setFaults(redis, 1, [{ fault: "drop-reply", command: "EVALSHA" }]);
      await expect(fence.set(data, "a", "5")).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      await expect(fence.check("5")).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
      await clearFaults(redis);
      expect(await fence.check("6")).toBe(true);
      expect(await value(data)).toBe("a");
      expect(await fence.set(data, "b", "5")).toBe(false);
    });

    it("that was answered has no late copy that undoes a newer one of the same token", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await fence.check("5");
      await setFaults(redis, 1, [{ fault: "duplicate", request: 1, delayMs: 200 }]);
      expect(await fence.set(data, "older", "5")).toBe(true);
      expect(await fence.set(data, "newer", "5")).toBe(true);
      await eventually(async () => (await copies(data, "older")) === 2);
      expect(await value(data)).toBe("newer");
    });

    it("that was not answered in time is withdrawn, and does not undo a newer one of the same token", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: 1 }]);
      await expect(hasty.fence(fence.resource).set(data, "late", "5")).rejects.toMatchObject({
        code: "REDIS_UNREACHABLE",
      });
      expect(await fence.set(data, "newer", "5")).toBe(true);
      await letGo(redis, data);
      expect(await copies(data, "late")).toBe(1);
      expect(await value(data)).toBe("newer");
    });

    it("whose withdrawal is answered with its outcome is not an error", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      expect(await fence.set(data, "a", "5")).toBe(true);
      await setFaults(redis, 1, [{ fault: "drop-reply", request: [1, 2, 3, 4] }]);
      expect(await fence.set(data, "b", "4")).toBe(false);
      expect(await value(data)).toBe("a");
    });

    it("that arrives after its caller gave up and a newer token came changes nothing", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await fence.set(data, "a", "5");
      await setFaults(redis, 1, [{ fault: "hold-back", reply: false, request: [1, 2] }]);
      await expect(hasty.fence(fence.resource).set(data, "late", "5")).rejects.toMatchObject({
        code: "OUTCOME_UNKNOWN",
      });
      expect(await fence.check("6")).toBe(true);
      await letGo(redis, data);
      expect(await copies(data, "late")).toBe(1);
      expect(await value(data)).toBe("a");
    });

    it("and a refused one each get their own reply, although replies are swapped", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await fence.check("5");
      await setFaults(redis, 1, [{ fault: "swap-replies", request: [1, 2], delayMs: 500 }]);
      expect(await Promise.all([fence.set(data, "new", "5"), fence.set(data, "old", "4")])).toEqual([true, false]);
      expect(await value(data)).toBe("new");
    });

    it("that was refused is refused again when it is doubled, and so is a check", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await fence.check("5");
      await setFaults(redis, 1, [{ fault: "duplicate", command: "EVALSHA" }]);
      expect(await fence.set(data, "old", "4")).toBe(false);
      expect(await fence.check("4")).toBe(false);
      expect(await value(data)).toBe(null);
      expect(await fence.check("6")).toBe(true);
      expect(await command(redis, "GET", markKey(fence.resource))).toBe("6");
    });

    it("survives a mix of all faults: the value is the last acknowledged one, or an unknown one after it", async () => {
      const [fence, data] = [locks.fence(uniqueName()), uniqueName()];
      await setFaults(redis, 3, [
        { fault: "drop-reply", probability: 0.2 },
        { fault: "drop-before", probability: 0.2 },
        { fault: "duplicate", probability: 0.3, delayMs: 50 },
      ]);
      let possible = new Set<unknown>([null]);
      for (let write = 1; write <= 40; write += 1) {
        const text = `write ${write}`;
        try {
          if (await fence.set(data, text, "7")) possible = new Set([text]);
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/OUTCOME_UNKNOWN|REDIS_UNREACHABLE/) });
          possible.add(text);
        }
      }
      await clearFaults(redis);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect([...possible]).toContain(await value(data));
    });

    it("reports like every call that Redis is away", async () => {
      const fence = locks.fence(uniqueName());
      const away = { error: "ERR upstream unavailable" };
      await setFaults(redis, 1, [{ fault: "answer", status: 503, body: JSON.stringify(away) }]);
      await expect(fence.check("1")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await expect(fence.set(uniqueName(), "a", "1")).rejects.toMatchObject({ code: "REDIS_UNREACHABLE" });
      await setFaults(redis, 1, [{ fault: "answer", status: 200, body: '{"result":["fenced","other",1]}' }]);
      await expect(fence.check("1")).rejects.toMatchObject({ code: "UNEXPECTED_REPLY" });
    });
  });

  /** Counts how often a set of this key to this text was executed. */
  async function copies(data: string, text: string): Promise<number> {
    const entries = await witnessed(redis, data);
    return entries.filter(({ command }) => command.includes(text) && /^EVAL/i.test(command[0] ?? "")).length;
  }
}
