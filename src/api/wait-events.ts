// A wait as server-sent events: `waiting` with the place in the queue, then `granted` or `problem`.
import type { Context } from "hono";
import type { WaitProgress } from "../errors.ts";
import type { AcquireLock } from "./acquire.ts";
import type { ApiEnv, Outcome } from "./principals.ts";
import { problemFor } from "./problem.ts";

const TYPE = "text/event-stream";

/** Returns whether a caller asks for events. */
export function asksForEvents(c: Context): boolean {
  return (c.req.header("accept") ?? "").split(",").some((type) => type.trim().split(";")[0]?.toLowerCase() === TYPE);
}

/**
 * Answers with the events of a wait. What is refused before the lock was found busy is no event, but a problem with a
 * status of its own. A caller that leaves ends the wait.
 */
export async function waitEvents(c: Context<ApiEnv>, acquire: AcquireLock): Promise<Response> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort(c.req.raw.signal.reason);
  if (c.req.raw.signal.aborted) leave();
  c.req.raw.signal.addEventListener("abort", leave);
  const events = new Events(leave);
  const waits = new Promise<void>((resolve) => {
    events.onFirst = resolve;
  });
  const onWait = ({ position, remainingMs, attempts }: WaitProgress): void => {
    events.send("waiting", JSON.stringify({ position, remainingMs, attempts }));
  };
  const acquiring = acquire({ signal: leaving.signal, onWait });
  // A refusal is thrown here, before the response begins.
  await Promise.race([waits, acquiring]);
  const outcome = acquiring.then(
    (granted): Outcome => {
      events.send("granted", JSON.stringify(granted));
      return { status: 200 };
    },
    async (error: unknown): Promise<Outcome> => {
      const { code, response } = problemFor(error);
      // A caller that has left gets an answer without a body.
      const body = await response.text();
      if (body !== "") events.send("problem", body);
      return { status: response.status, code };
    },
  );
  c.set(
    "leasehoundOutcome",
    outcome.finally(() => {
      c.req.raw.signal.removeEventListener("abort", leave);
      events.end();
    }),
  );
  return c.body(events.stream, 200, { "content-type": TYPE });
}

/** A stream of server-sent events. */
class Events {
  readonly stream: ReadableStream<Uint8Array>;
  onFirst: () => void = () => {};
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #encoder = new TextEncoder();

  /** `onLeave`: called when the reader has gone. */
  constructor(onLeave: () => void) {
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = undefined;
        onLeave();
      },
    });
  }

  /** `json`: it has no line ends, so an event has one line of data. */
  send(event: string, json: string): void {
    this.#controller?.enqueue(this.#encoder.encode(`event: ${event}\ndata: ${json}\n\n`));
    this.onFirst();
  }

  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
