// Holds need a driver that runs scripts, and that follows channels if it can.
import { describe, expect, it } from "vitest";
import { statusCall } from "../../src/lock/lua/lock.ts";
import { type Driver, send, Tries } from "../../src/lock/protocol.ts";
import { follow, mayHaveStreams } from "../../src/lock/wait/stream-support.ts";

const LIMITS = { timeoutMs: 1_000 };
const CHANNEL = { name: "channel", perWaiter: false, wakes: () => 1 };
const LISTENER = { onSubscribed() {}, onMessage() {} };
const { signal } = new AbortController();

describe("a driver without scripts", () => {
  const driver: Driver = { database: "no scripts" };

  it("sends the calls that send themselves, each as an attempt of its own", async () => {
    const call = { send: async (limits: object) => limits };
    expect(await send(driver, call, { ...LIMITS, tries: new Tries() })).toEqual({ ...LIMITS, tries: undefined });
  });

  it("refuses a script", () => {
    expect(() => send(driver, statusCall("key"), LIMITS)).toThrow(TypeError);
  });
});

describe("a driver", () => {
  it("without channels has no streams, and is not asked for them again", async () => {
    const driver: Driver = { database: "no channels" };
    expect(mayHaveStreams(CHANNEL, driver.database)).toBe(true);
    expect(await follow(driver, CHANNEL, LISTENER, signal)).toBe("unsupported");
    expect(mayHaveStreams(CHANNEL, driver.database)).toBe(false);
  });

  it.each<[string, NonNullable<Driver["follow"]>]>([
    ["rejects", () => Promise.reject(new Error("cut"))],
    [
      "throws",
      () => {
        throw new Error("cut");
      },
    ],
  ])("whose stream %s may be asked again: the stream has ended", async (_, stream) => {
    const driver: Driver = { database: "cut", follow: stream };
    expect(await follow(driver, CHANNEL, LISTENER, signal)).toBe("ended");
    expect(mayHaveStreams(CHANNEL, driver.database)).toBe(true);
  });
});
