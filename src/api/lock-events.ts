// A lock as server-sent events: `lock` with what `inspect` answers, at the beginning and after each change.

import type { Context } from "hono";
import { nowMs } from "../clock.ts";
import { inBackground } from "../hold/background.ts";
import type { InspectedLock } from "../hold/lock-inspection.ts";
import type { Lock } from "../locks/lock.ts";
import { contextOf } from "../route/hono-context.ts";
import { unrefSleep } from "../wait/sleep.ts";
import { EVENT_STREAM, Events } from "./event-stream.ts";
import { type ApiEnv, callerOf } from "./principals.ts";
import { problemFor } from "./problem.ts";
import { MAX_WAIT_MS } from "./request-bounds.ts";
import { withinWaitLimit } from "./wait-limit.ts";

const LOOK_MS = 1_000;

/**
 * Answers with the events of a lock, for 60 s at most. A stream counts as a wait of its caller. `admit` refuses a
 * caller whose token has ended meanwhile.
 * @throws what `inspect` throws
 */
export async function lockEvents(c: Context<ApiEnv>, lock: Lock, admit: () => Promise<void>): Promise<Response> {
  const { id, maxWaits } = callerOf(c);
  const endAt = nowMs() + MAX_WAIT_MS;
  const events = new Events(c);
  const following = withinWaitLimit({ id, maxWaits }, MAX_WAIT_MS, async () => {
    let shown = "";
    // Ends when the reader has left, after 60 s, or with the error of a look.
    while (!events.left.aborted && nowMs() < endAt) {
      await admit();
      const found = await lock.inspect();
      const state = stateOf(found);
      if (state !== shown) events.send("lock", found);
      shown = state;
      await unrefSleep(LOOK_MS, events.left);
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

/** Returns what a change would change. Times that pass are no change. */
function stateOf(found: InspectedLock): string {
  return JSON.stringify(found, (name, value: unknown) =>
    name === "remainingMs" || name === "silentMs" ? undefined : value,
  );
}
