// How a port follows a channel.
import type { StreamEnd } from "../../lock/protocol.ts";
import { Listening } from "../prove/streams.ts";
import { eventually, same } from "./checks.ts";
import type { Stage } from "./stage.ts";

const ENDS: readonly [StreamEnd, string, object][] = [
  ["ended", "is cut", { fault: "cut-stream", delayMs: 20 }],
  ["ended", "is lost", { fault: "drop-before" }],
  ["ended", "is refused for now", { fault: "reply", error: "LOADING Redis is loading the dataset in memory" }],
  ["refused", "is refused", { fault: "reply", error: "NOPERM no channels" }],
];

export function streamsContract(stage: Stage): void {
  const { control } = stage;
  const port = stage.port();

  stage.it("passes each message on once, and leaves no stream open when its signal aborts", async () => {
    const name = stage.key();
    const listening = new Listening(port(), name);
    same(await listening.opened(), true, "whether the channel is confirmed");
    for (const payload of ["0", "42"]) await control.command("PUBLISH", name, payload);
    same(await listening.hears("42"), true, "whether the messages have arrived");
    const messages = [
      ["0", ""],
      ["42", ""],
    ];
    same(listening.heard, messages, "the messages");
    same(await listening.stop(), "ended", "the end");
    await eventually(async () => (await control.openStreams()) === 0, "no stream is open");
  });

  for (const [expected, title, rule] of ENDS) {
    stage.it(`is ${expected} when its stream ${title}`, async () => {
      await control.setFaults(rule);
      same(await new Listening(port(), stage.key()).end, expected, "the end");
    });
  }

  stage.it("of a server that is not there ends, and does not reject", async () => {
    same(await new Listening(stage.portTo(stage.nowhere), stage.key()).end, "ended", "the end");
  });
}
