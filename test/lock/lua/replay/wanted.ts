// The rows of the question whether somebody waits: see table.ts. Their state is the mark of a holder that listens.
import { releaseChannel, standingKey } from "../../../../src/lock/keys.ts";
import { acquireCall, releaseCall } from "../../../../src/lock/lua/lock.ts";
import { waitingCall } from "../../../../src/lock/lua/wanted.ts";
import type { GrantedHold, ScriptCall } from "../../../../src/lock/protocol.ts";
import { stand } from "../../../support/standing.ts";
import { newOwners, passedOwners, type Row, row } from "./table.ts";

const answered = {};

/** Leaves out the numbers: Redis may refuse to count streams. */
function ask(hold: GrantedHold, listens: boolean): ScriptCall<unknown> {
  const { key } = hold;
  const call = waitingCall(hold, { form: "requests", key: standingKey(key), channel: releaseChannel(key) }, listens);
  return {
    ...call,
    decode(reply) {
      call.decode(reply);
      return answered;
    },
  };
}

export const wantedReplayTable: readonly Row[] = [
  row("wanted/ask", "one stands, whom nobody hears", answered, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(stand(newOwners(key, "dead:1")));
    return ask(newOwners(key), false);
  }),
  row("wanted/ask", "a holder that does not listen", answered, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    return ask(newOwners(key), false);
  }),
  row("wanted/ask", "a holder that listens", answered, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    return ask(newOwners(key), true);
  }),
  row("wanted/ask", "a passed owner that listens", answered, async (run, key) => {
    await run(acquireCall(passedOwners(key, "h1"), false));
    return ask(passedOwners(key, "h1"), true);
  }),
  row("wanted/ask", "after its release", answered, async (run, key) => {
    await run(acquireCall(newOwners(key), false));
    await run(releaseCall(newOwners(key), true));
    return ask(newOwners(key), true);
  }),
  row("wanted/ask", "Redis knows nothing of it", answered, async (_, key) => ask(newOwners(key), true)),
];
