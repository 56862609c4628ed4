// How a port follows a channel. event-stream.test.ts and hostile-streams.test.ts test what a stream may contain.
import { describe, expect, it } from "vitest";
import type { StreamEnd } from "../../../src/lock/protocol.ts";
import type { RedisPort } from "../../../src/lock/redis/port.ts";
import type { FaultRule } from "../../../src/tools/gateway/fault-rules.ts";
import { eventually } from "../../support/eventually.ts";
import type { PortUnderTest } from "../../support/port-under-test.ts";
import { command, countsOf, type Endpoint, setFaults } from "../../support/rest.ts";
import { uniqueName } from "../../support/unique-name.ts";

export interface Following {
  readonly heard: readonly string[];
  readonly confirmed: () => boolean;
  readonly end: Promise<StreamEnd>;
  readonly stop: () => void;
}

/** Follows a channel. */
export function following(port: RedisPort, name: string, perWaiter = false): Following {
  const heard: string[] = [];
  const stop = new AbortController();
  let isConfirmed = false;
  const listener = {
    onSubscribed: (): void => {
      isConfirmed = true;
    },
    onMessage: (payload: string, owner: string): void => {
      heard.push(perWaiter ? `${owner}=${payload}` : payload);
    },
  };
  const end = port.follow({ name, perWaiter, wakes: () => 1 }, listener, stop.signal);
  return { heard, confirmed: () => isConfirmed, end, stop: () => stop.abort() };
}

export function portStreamsContract(gateway: Endpoint, { portTo, nowhere }: PortUnderTest): void {
  const port = portTo(gateway);

  describe("a channel", () => {
    it.each([false, true])(
      "is followed until the signal aborts, with a stream of its own for each waiter: %s",
      async (perWaiter) => {
        const name = `${uniqueName()}:`;
        const followed = following(port, name, perWaiter);
        await eventually(followed.confirmed);
        await command(gateway, "PUBLISH", perWaiter ? `${name}o:1` : name, "0");
        await command(gateway, "PUBLISH", `other:${name}`, "1");
        await command(gateway, "PUBLISH", perWaiter ? `${name}o:2` : name, "42");
        await eventually(() => followed.heard.length === 2);
        expect(followed.heard).toEqual(perWaiter ? ["o:1=0", "o:2=42"] : ["0", "42"]);
        followed.stop();
        expect(await followed.end).toBe("ended");
        await eventually(async () => (await countsOf(gateway)).openStreams === 0);
      },
    );

    it.each<[StreamEnd, string, FaultRule]>([
      ["ended", "is cut", { fault: "cut-stream", delayMs: 20 }],
      ["ended", "is lost", { fault: "drop-before" }],
      ["refused", "is refused", { fault: "answer", status: 401, body: '{"error":"NOPERM no channels"}' }],
    ])("is %s when its stream %s", async (expected, _, rule) => {
      await setFaults(gateway, 1, [rule]);
      expect(await following(port, uniqueName()).end).toBe(expected);
    });

    it("of a server that is not there ends, and does not reject", async () => {
      expect(await following(portTo(nowhere), uniqueName()).end).toBe("ended");
    });
  });
}
