// One channel as a stream, and how following it ends.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { followChannel, OpeningSlots } from "../../../src/lock/redis/streams.ts";
import { type FaultRule, type Gateway, startGateway } from "../../../src/tools/gateway/gateway.ts";
import { eventually } from "../../support/eventually.ts";
import { command } from "../../support/rest.ts";

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.faults.clear());
afterAll(() => gateway.close());

function following(name: string, stop = new AbortController(), perWaiter = false) {
  const heard: string[] = [];
  let confirmed = 0;
  const listener = {
    onSubscribed: () => {
      confirmed += 1;
    },
    onMessage: (payload: string, owner: string) => heard.push(perWaiter ? `${owner}=${payload}` : payload),
  };
  const end = followChannel(gateway, new OpeningSlots(), { name, perWaiter }, listener, stop.signal);
  return { heard, end, stop, confirmed: () => eventually(() => confirmed > 0) };
}

describe("a stream", () => {
  it.each(["plain:", "with/slash?and#more%20:", "a,b:", "two\nlines:", "*?[x]\\^-:", "émoji ☃😀:"])(
    "finds the waiters under %j to which a message is addressed",
    async (name) => {
      const { heard, end, stop, confirmed } = following(name, undefined, true);
      await confirmed();
      for (const other of [name.replace("*", "y"), `x${name}`, name.slice(0, -1)]) {
        if (!other.startsWith(name)) await command(gateway, "PUBLISH", other, "of another lock");
      }
      for (const owner of ["c:1", "", "a,b", "x*"]) await command(gateway, "PUBLISH", name + owner, "0");
      await eventually(() => heard.length === 4);
      expect(heard).toEqual(["c:1=0", "=0", "a,b=0", "x*=0"]);
      stop.abort();
      expect(await end).toBe("ended");
    },
  );

  it.each(["plain", "line\r\nends\r.", "with/slash?and#more%20", "a,b", "two\nlines", "émoji ☃😀"])(
    "passes the payloads of %j on unchanged",
    async (channel) => {
      const { heard, end, stop, confirmed } = following(channel);
      await confirmed();
      const payloads = ["0", "1", "", "a,b", "message,x,0", "two\nlines", "data: x", "☃"];
      for (const payload of payloads) await command(gateway, "PUBLISH", channel, payload);
      await command(gateway, "PUBLISH", `${channel}2`, "of another channel");
      await eventually(() => heard.length === payloads.length);
      expect(heard).toEqual(payloads);
      stop.abort();
      expect(await end).toBe("ended");
      await eventually(async () => (await gateway.counters()).openStreams === 0);
    },
  );

  const ENDS: readonly [string, "ended" | "refused" | "unsupported", Partial<FaultRule>][] = [
    ["404", "unsupported", { fault: "answer", status: 404, body: '{"error":"not found"}' }],
    ["a body that is no stream", "unsupported", { fault: "answer", status: 200, body: '{"result":"OK"}' }],
    ["401", "refused", { fault: "answer", status: 401, body: '{"error":"Unauthorized"}' }],
    ["414", "refused", { fault: "answer", status: 414, body: "<html>" }],
    ["429", "ended", { fault: "answer", status: 429, body: "" }],
    ["500", "ended", { fault: "answer", status: 500, body: "<html>" }],
    ["a lost request", "ended", { fault: "drop-before" }],
    ["a stream that is cut", "ended", { fault: "cut-stream", delayMs: 50 }],
    ["no confirmation for five seconds", "ended", { fault: "freeze-stream", beforeConfirmation: true }],
  ];

  it.each(ENDS)("%s: %s", async (_, expected, rule) => {
    gateway.faults.set({ seed: 1, rules: [Object.assign({ fault: "drop-before" as const }, rule)] });
    const { end, heard } = following("channel");
    expect(await end).toBe(expected);
    expect(heard).toEqual([]);
  });

  it("that is aborted before it starts is not opened", async () => {
    const stop = new AbortController();
    stop.abort();
    const before = (await gateway.counters()).requests;
    expect(await following("channel", stop).end).toBe("ended");
    expect((await gateway.counters()).requests).toBe(before);
  });
});
