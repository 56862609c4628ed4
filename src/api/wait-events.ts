// A wait as server-sent events: `waiting` with the place in the queue, then `granted` or `problem`.
import type { Context } from "hono";
import type { WaitProgress } from "../errors.ts";
import type { AcquireLock } from "./acquire.ts";
import { EVENT_STREAM, Events } from "./event-stream.ts";
import type { ApiEnv, Outcome } from "./principals.ts";
import { problemFor } from "./problem.ts";
import { nameOf } from "./request.ts";

/**
 * Answers with the events of a wait. A refusal before the lock was found busy is no event, but a problem with a status
 * of its own. A caller that leaves ends the wait.
 */
export async function waitEvents(c: Context<ApiEnv>, acquire: AcquireLock): Promise<Response> {
  const events = new Events(c);
  const onWait = ({ position, remainingMs, attempts }: WaitProgress): void => {
    events.show("waiting", { name: nameOf(c), position, remainingMs, attempts });
  };
  const acquiring = acquire({ left: events.left, onWait });
  // A refusal is thrown here, before the response begins.
  await Promise.race([events.begun, acquiring]);
  const outcome = acquiring.then(
    (granted): Outcome => {
      events.send("granted", granted);
      return { status: 200 };
    },
    async (error: unknown): Promise<Outcome> => {
      const { code, response } = problemFor(error);
      await events.sendProblem(response);
      return { status: response.status, code };
    },
  );
  c.set(
    "leasehoundOutcome",
    outcome.finally(() => events.end()),
  );
  return c.body(events.stream, 200, EVENT_STREAM);
}
