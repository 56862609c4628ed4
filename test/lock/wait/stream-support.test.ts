// How the channel of a lock is followed: by a pattern, so that Redis does not count it, or by its name.
import { expect, it } from "vitest";
import type { ChannelListener, Driver, ReleaseChannel, StreamEnd } from "../../../src/lock/protocol.ts";
import { follow, isFollowedByPattern, mayHaveStreams } from "../../../src/lock/wait/stream-support.ts";

const LOCK: ReleaseChannel = { name: "lock's", perWaiter: false, countsOthers: true, wakes: () => 1 };
const MAILBOX: ReleaseChannel = { name: "mailbox", perWaiter: false, wakes: () => 1 };

/** A database that ends each stream by a pattern in this way, after these messages, and keeps others until `stop`. */
function database(id: string, byPattern: StreamEnd, messages: readonly [string, string][] = []) {
  const followed: string[] = [];
  const heard: string[] = [];
  const stop = new AbortController();
  const driver: Driver = {
    database: id,
    async follow({ name, perWaiter }: ReleaseChannel, listener: ChannelListener): Promise<StreamEnd> {
      followed.push(`${name}${perWaiter ? "*" : ""}`);
      if (!perWaiter) return "ended";
      for (const [payload, rest] of messages) listener.onMessage(payload, rest);
      return byPattern;
    },
  };
  const listener = { onSubscribed: () => {}, onMessage: (payload: string) => void heard.push(payload) };
  return {
    driver,
    followed,
    heard,
    follow: (channel: ReleaseChannel) => follow(driver, channel, listener, stop.signal),
  };
}

it("the channel of a lock is followed by a pattern, whose other channels are not heard", async () => {
  const one = database("patterns", "ended", [
    ["0", ""],
    ["1", ":longer"],
  ]);
  expect(await one.follow(LOCK)).toBe("ended");
  expect(await one.follow(MAILBOX)).toBe("ended");
  expect([one.followed, one.heard]).toEqual([["lock's*", "mailbox"], ["0"]]);
});

it("a database that refuses the pattern is asked once, and the channel followed by its name", async () => {
  const one = database("refusing", "refused");
  expect(isFollowedByPattern(LOCK, "refusing")).toBe(true);
  expect([await one.follow(LOCK), await one.follow(LOCK)]).toEqual(["ended", "ended"]);
  expect(one.followed).toEqual(["lock's*", "lock's", "lock's"]);
  expect(isFollowedByPattern(LOCK, "refusing")).toBe(false);
});

it("a database without streams by pattern is followed by the name from the next time on", async () => {
  const one = database("names", "unsupported");
  expect([await one.follow(LOCK), await one.follow(LOCK)]).toEqual(["unsupported", "ended"]);
  expect(one.followed).toEqual(["lock's*", "lock's"]);
  expect([mayHaveStreams({ perWaiter: true }, "names"), mayHaveStreams(LOCK, "names")]).toEqual([false, true]);
});
