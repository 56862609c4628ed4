// Letting go of a lock when the response is complete: its body may be a stream that is written long after the handler has returned.
import { inBackground } from "../locks/background.ts";
import type { Held } from "../locks/held.ts";
import type { WaitUntil } from "../options.ts";

/** What the platform gives with a request. */
export interface Invocation {
  readonly method: string;
  /** Aborts when the client leaves: nobody waits for it any more. */
  readonly signal: AbortSignal;
  readonly context: WaitUntil | undefined;
  /** Makes a problem the framework's own answer. */
  readonly respond?: (problem: Response) => Response;
}

// What is in here was written, as far as the handler is concerned: the body of an answer that nobody reads in the end, since something
// else was answered instead, keeps the lock only when it is longer.
const BUFFER_BYTES = 65_536;

/**
 * The response, whose end releases the hold, however it ends: read to the end, cut by an error, or left by the client.
 * @param invocation `method`: a HEAD has no body, whatever the handler gave; `signal`: with the client gone there is nobody to answer,
 *   and some servers neither read the body nor cancel it; `context`, where there is one, is kept alive for the release
 */
export async function releasedAfter(
  response: Response,
  held: Held,
  { method, signal, context }: Invocation,
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
  // Not a ByteLengthQueuingStrategy: the edge runtime of Vercel has none.
  const buffer = { highWaterMark: BUFFER_BYTES, size: (chunk: Uint8Array) => chunk.byteLength };
  // No pipeTo: its signal waits for a write that nobody reads, and Node then does not cancel the handler's stream.
  const reader = response.body.getReader();
  const leave = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", leave, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        if (Object(value).byteLength !== undefined) return controller.enqueue(value);
        // Nobody reads on, and the handler's stream must not keep the lock.
        const error = new TypeError("a chunk of the body of this response is no bytes");
        reader.cancel(error).catch(() => {});
        throw error;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    buffer,
  );
  inBackground(context, reader.closed.then(release, release));
  return new Response(body, response);
}

/** With nobody to keep the invocation alive for it, it is awaited: a release that is cut leaves the lock to its lease. */
async function inTheEnd(release: Promise<void>, context: WaitUntil | undefined): Promise<void> {
  if (context === undefined) await release;
  else inBackground(context, release);
}
