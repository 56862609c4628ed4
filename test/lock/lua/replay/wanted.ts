// The rows of the question whether somebody waits: see table.ts. Their state is the mark of a holder that listens.
import { releaseChannel, standingKey } from "../../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { waitingCall } from "../../../../src/lock/lua/wanted.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { newOwners, passedOwners, type Row, row } from "./table.ts";

const nobody = { listed: 0, streams: 0, first: {} };

function ask(hold: GrantedHold, listens: boolean): ScriptCall<unknown> {
  const { key } = hold;
  return waitingCall(hold, { form: "requests", key: standingKey(key), channel: releaseChannel(key) }, listens);
}

export const wantedReplayTable: readonly Row[] = [
  row("wanted/ask", "a holder that does not listen", nobody, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    return ask(newOwners(key), false);
  }),
  row("wanted/ask", "a holder that listens", nobody, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    return ask(newOwners(key), true);
  }),
  row("wanted/ask", "a passed owner that listens", nobody, async (run, key) => {
    await run(acquireCall(passedOwners(key, "h1"), false));
    return ask(passedOwners(key, "h1"), true);
  }),
  row("wanted/ask", "after its release", nobody, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(releaseCall(newOwners(key), true));
    return ask(newOwners(key), true);
  }),
  row("wanted/ask", "Redis knows nothing of it", nobody, async (_, key) => ask(newOwners(key), true)),
];
