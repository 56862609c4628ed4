// How a port follows a channel.
import type { StreamEnd } from "../../lock/protocol.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import { eventually, same } from "./checks.ts";
import type { Stage } from "./stage.ts";

export interface Following {
  readonly heard: readonly string[];
  readonly confirmed: () => boolean;
  readonly end: Promise<StreamEnd>;
  readonly stop: () => void;
}

const ENDS: readonly [StreamEnd, string, object][] = [
  ["ended", "is cut", { fault: "cut-stream", delayMs: 20 }],
  ["ended", "is lost", { fault: "drop-before" }],
  ["ended", "is refused for now", { fault: "reply", error: "LOADING Redis is loading the dataset in memory" }],
  ["refused", "is refused", { fault: "reply", error: "NOPERM no channels" }],
];

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

export function streamsContract(stage: Stage): void {
  const { control } = stage;
  const port = stage.port();

  for (const perWaiter of [false, true]) {
    const whose = perWaiter ? "with a channel for each waiter" : "with one channel for all waiters";
    stage.it(`is followed until the signal aborts, ${whose}`, async () => {
      const name = `${stage.key()}:`;
      const followed = following(port(), name, perWaiter);
      await eventually(followed.confirmed, "the channel is confirmed");
      await control.command("PUBLISH", perWaiter ? `${name}o:1` : name, "0");
      await control.command("PUBLISH", `other:${name}`, "1");
      await control.command("PUBLISH", perWaiter ? `${name}o:2` : name, "42");
      await eventually(() => followed.heard.length === 2, "both messages have arrived");
      same(followed.heard, perWaiter ? ["o:1=0", "o:2=42"] : ["0", "42"], "the messages");
      followed.stop();
      same(await followed.end, "ended", "the end");
      await eventually(async () => (await control.openStreams()) === 0, "no stream is open");
    });
  }

  for (const [expected, title, rule] of ENDS) {
    stage.it(`is ${expected} when its stream ${title}`, async () => {
      await control.setFaults(rule);
      same(await following(port(), stage.key()).end, expected, "the end");
    });
  }

  stage.it("of a server that is not there ends, and does not reject", async () => {
    same(await following(stage.portTo(stage.nowhere), stage.key()).end, "ended", "the end");
  });
}
