// Letting go of a lock when the response is complete: its body may be a stream that is written long after the handler
// has returned.
import { ResponseTimeoutError } from "../errors.ts";
import { inBackground } from "../hold/background.ts";
import type { Held } from "../hold/held.ts";
import { HeldLock } from "../hold/held-lock.ts";
import type { WaitUntil } from "../options.ts";
import { unrefTimer } from "../wait/unref-timer.ts";

/** What the platform gives with a request. */
export interface Invocation {
  readonly method: string;
  /** Aborts when the client leaves: nobody waits for it any more. */
  readonly signal: AbortSignal;
  readonly context: WaitUntil | undefined;
  /** Makes a problem the framework's own answer. */
  readonly respond?: (problem: Response) => Response;
}

// What is in here was written, as far as the handler is concerned: a body that fits in needs no reader to let go of the
// lock.
const BUFFER_BYTES = 65_536;

/**
 * Releases the hold at the end of the response, however it ends: read to the end, cut by an error, left by the client,
 * or not read in time.
 * @param invocation `method`: a HEAD has no body, whatever the handler gave; `signal`: with the client gone there is
 * nobody to answer, and some servers neither read the body nor cancel it; `context`, where there is one, is kept alive
 * for the release
 * @param maxResponseMs how long the body may take to be read, from now: then the lock is released, and the body cut
 * @returns the response to answer with
 */
export async function releasedAfter(
  response: Response,
  held: Held,
  { method, signal, context }: Invocation,
  maxResponseMs: number,
): Promise<Response> {
  const release = (): Promise<void> => held[Symbol.asyncDispose]();
  if (response.body === null) {
    await inTheEnd(release(), context);
    return response;
  }
  if (response.bodyUsed || response.body.locked) throw new TypeError("the body of this response was read before");
  if (method === "HEAD" || signal.aborted) {
    response.body.cancel().catch(() => {});
    await inTheEnd(release(), context);
    return new Response(null, response);
  }
  const { body, ended, cut } = watched(response.body, signal);
  const timer = unrefTimer(() => {
    const error = new ResponseTimeoutError(held.name, maxResponseMs);
    // A body that no longer has the lock, or is not the last to need it, may go on.
    if (HeldLock.cutShort(held, error)) cut(error);
  }, maxResponseMs);
  inBackground(context, ended.finally(() => clearTimeout(timer)).then(release));
  return new Response(body, response);
}

interface Watched {
  /** The same bytes. */
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves at the end of the handler's stream, however it came. */
  readonly ended: Promise<void>;
  /** Cancels the handler's stream, and breaks the body: a client must not take it for complete. */
  readonly cut: (error: Error) => void;
}

function watched(stream: ReadableStream<Uint8Array>, left: AbortSignal): Watched {
  // Not a ByteLengthQueuingStrategy: the edge runtime of Vercel has none.
  const buffer = { highWaterMark: BUFFER_BYTES, size: (chunk: Uint8Array) => chunk.byteLength };
  // No pipeTo: its signal waits for a write that nobody reads, and Node then does not cancel the handler's stream.
  const reader = stream.getReader();
  const leave = (reason: unknown): void => void reader.cancel(reason).catch(() => {});
  left.addEventListener("abort", () => leave(left.reason), { once: true });
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer = controller;
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (Object(value).byteLength !== undefined) return controller.enqueue(value);
        // Nobody reads on, and the handler's stream must not keep the lock.
        const error = new TypeError("a chunk of the body of this response is no bytes");
        leave(error);
        throw error;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    buffer,
  );
  const cut = (error: Error): void => {
    writer?.error(error);
    leave(error);
  };
  return { body, ended: reader.closed.catch(() => {}), cut };
}

/**
 * With nobody to keep the invocation alive for it, it is awaited: a release that is cut leaves the lock to its lease.
 */
async function inTheEnd(release: Promise<void>, context: WaitUntil | undefined): Promise<void> {
  if (context === undefined) await release;
  else inBackground(context, release);
}
