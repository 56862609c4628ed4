// A lock as server-sent events: `lock` with what `inspect` answers, at the beginning and after each change.
import type { Context } from "hono";
import { nowMs } from "../clock.ts";
import { inBackground } from "../hold/background.ts";
import { type ClientContext, inspectionOf } from "../hold/client-context.ts";
import type { InspectedLock } from "../hold/lock-inspection.ts";
import type { LockName } from "../keys.ts";
import { MOST_READS } from "../lua/inspect/calls.ts";
import { contextOf } from "../route/hono-context.ts";
import { settledWithin, unrefSleep } from "../wait/sleep.ts";
import { EVENT_STREAM, Events } from "./event-stream.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { problemFor } from "./problem.ts";
import { MAX_WAIT_MS } from "./request-bounds.ts";
import { withinWaitLimit } from "./wait-limit.ts";

const LOOK_MS = 1_000;
// The commands of one inspection: those of its script, and one for the token of the caller.
const COMMANDS_OF_LOOK = 20;
// With this pause after each command, a stream of 60 s costs less than 700 commands, and then the last inspection.
const COMMAND_MS = 90;

interface Looked {
  readonly found: InspectedLock;
  /** An upper estimate of the commands that it cost. */
  readonly commands: number;
}

/**
 * Answers with the events of a lock, for 60 s at most. A stream counts as a wait of its caller. `admit` refuses a
 * caller whose token has ended meanwhile.
 * @throws what `inspect` throws
 */
export async function lockEvents(
  c: Context<ApiEnv>,
  client: ClientContext,
  name: LockName,
  admit: () => Promise<void>,
): Promise<Response> {
  const { id, maxWaits } = callerOf(c);
  const endAt = nowMs() + MAX_WAIT_MS;
  const events = new Events(c);
  const following = withinWaitLimit({ id, maxWaits }, MAX_WAIT_MS, async () => {
    let shown = "";
    // Ends when the reader has left, after 60 s, or with the error of a look.
    while (!events.left.aborted && nowMs() < endAt) {
      await admit();
      const { found, commands } = await changedFrom(shown, client, name);
      const state = stateOf(found);
      if (state !== shown) events.send("lock", found);
      shown = state;
      await unrefSleep(Math.max(LOOK_MS, commands * COMMAND_MS), events.left);
      // The lock is inspected again only when the reader has read the previous event.
      await settledWithin(events.read(), endAt - nowMs());
    }
  });
  // A refusal is thrown here, before the response begins.
  await Promise.race([events.begun, following]);
  const ended = following.catch((error: unknown) => events.sendProblem(problemFor(error).response));
  inBackground(
    contextOf(c),
    ended.finally(() => events.end()),
  );
  return c.body(events.stream, 200, EVENT_STREAM);
}

/** Inspects a lock. Reads the leases of single readers, each for one command, only after another change. */
async function changedFrom(shown: string, client: ClientContext, name: LockName): Promise<Looked> {
  const look = (mostReads: number): Promise<InspectedLock> => inspectionOf(client).lock(client, name, mostReads);
  const found = await look(0);
  const reads = found.holders.reduce((sum, { mode, holds }) => sum + (mode === "read" ? holds : 0), 0);
  if (reads === 0 || stateOf(found) === shown) return { found, commands: COMMANDS_OF_LOOK };
  return { found: await look(MOST_READS), commands: 2 * COMMANDS_OF_LOOK + Math.min(reads, MOST_READS) };
}

/** Returns what a change would change. Times that pass are no change. */
function stateOf(found: InspectedLock): string {
  return JSON.stringify(found, (name, value: unknown) =>
    name === "remainingMs" || name === "silentMs" ? undefined : value,
  );
}
