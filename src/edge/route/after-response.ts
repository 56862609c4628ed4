// Releases a lock when the response is complete: its body may be a stream that is written long after the handler has
// returned.

import { joined } from "../../base/bytes.ts";
import { ResponseTimeoutError } from "../../base/errors.ts";
import { unrefTimer } from "../../base/timers.ts";
import { inBackground } from "../../lock/background.ts";
import type { Held } from "../../lock/hold/held.ts";
import { HeldLock } from "../../lock/hold/held-lock.ts";
import type { WaitUntil } from "../../lock/options.ts";

/** A request's context, as the platform gives it. */
export interface Invocation {
  readonly method: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  readonly context: WaitUntil | undefined;
  /** Converts a problem response to the framework's own response. */
  readonly respond?: (problem: Response) => Response;
  /** Returns whether other code has answered, so that the response is not that of the handler. */
  readonly isAnswered?: () => boolean;
}

// Bytes in this buffer count as written: a body that fits into it releases the lock even if it is never read.
const BUFFER_BYTES = 65_536;
/** A complete body that is not longer than this is sent with its length. */
const WHOLE_BYTES = 1_048_576;

/**
 * Releases the hold at the end of the response: read to the end, cut by an error, abandoned by the client, or not read
 * in time.
 * @param invocation `method`: a HEAD response has no body, whatever the handler returned; `signal`: aborts when the
 * client disconnects, because some servers then neither read nor cancel the body; `context`, if any, is kept alive for
 * the release
 * @param maxResponseMs how long the body may take to be read from now, in ms; then the lock is released and the body is
 * cut
 * @returns the response to send
 */
export async function releasedAfter(
  response: Response,
  held: Held,
  { method, signal, context, isAnswered }: Invocation,
  maxResponseMs: number,
): Promise<Response> {
  const release = (): Promise<void> => held[Symbol.asyncDispose]();
  // Other code sends it, or has sent it, so it stays unchanged.
  const isTaken = isAnswered?.() === true || response.bodyUsed || response.body?.locked === true;
  if (isTaken || response.body === null) {
    await inTheEnd(release(), context);
    return response;
  }
  if (method === "HEAD" || signal.aborted) {
    response.body.cancel().catch(() => {});
    await inTheEnd(release(), context);
    return new Response(null, response);
  }
  const begun = await begunOf(response.body, signal);
  if (begun instanceof Uint8Array) {
    inBackground(context, release());
    return new Response(begun, response);
  }
  const { body, ended, cut } = watched(begun);
  const timer = unrefTimer(() => {
    const error = new ResponseTimeoutError(held.name, maxResponseMs);
    // A body that no longer has the lock, or is not the last to need it, may continue.
    if (cutShort(held, error)) cut(error);
  }, maxResponseMs);
  inBackground(context, ended.finally(() => clearTimeout(timer)).then(release));
  return new Response(ofKnownLength(body, response.headers), response);
}

/** Aborts `signal` with this reason, and releases. Returns false for a hold that is over, or kept for other work. */
function cutShort(held: Held, reason: ResponseTimeoutError): boolean {
  const life = HeldLock.stateOf(held);
  if (life?.isHeld === false || life?.work?.isPending === true || life?.following !== undefined) return false;
  life?.validity.end(reason);
  void held[Symbol.asyncDispose]();
  return true;
}

type Chunk = ReadableStreamReadResult<Uint8Array>;

/** The body of a handler, which has been read for a turn of the event loop. */
interface Begun {
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  /** The chunks that were read, and the read that is not answered yet. */
  readonly reads: Promise<Chunk>[];
  readonly leave: (reason: unknown) => void;
}

/**
 * Reads a body for a turn of the event loop. A text, JSON or bytes end in that turn. Then the handler's work is done,
 * and the platform sends the length of the complete body. The loop ends at the end of the body, after `WHOLE_BYTES`,
 * with the turn, at a chunk that is no bytes, or at an error.
 * @returns the whole body, or what is left to read of it
 */
async function begunOf(
  stream: ReadableStream<Uint8Array>,
  left: AbortSignal,
): Promise<Uint8Array<ArrayBuffer> | Begun> {
  // Not pipeTo: an abort of its signal waits for a pending write, and Node then does not cancel the handler's stream.
  const reader = stream.getReader();
  const leave = (reason: unknown): void => void reader.cancel(reason).catch(() => {});
  left.addEventListener("abort", () => leave(left.reason), { once: true });
  const turn = new Promise<undefined>((resolve) => setTimeout(resolve, 0));
  const reads: Promise<Chunk>[] = [];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= WHOLE_BYTES) {
    const read = reader.read();
    reads.push(read);
    const chunk = await Promise.race([read, turn]).catch(() => undefined);
    if (chunk?.done === true) return joined(chunks, bytes);
    if (!isBytes(chunk?.value)) break;
    chunks.push(chunk.value);
    bytes += chunk.value.byteLength;
  }
  return { reader, reads, leave };
}

function isBytes(value: unknown): value is Uint8Array {
  return Object(value).byteLength !== undefined;
}

/** Returns a body that Workers send with the length of the header: they send any other stream without one. */
function ofKnownLength(body: ReadableStream<Uint8Array>, headers: Headers): ReadableStream<Uint8Array> {
  const length = headers.get("content-length");
  const Fixed = Object(globalThis).FixedLengthStream;
  const isKnown = Fixed !== undefined && /^\d{1,15}$/.test(length ?? "") && !headers.has("content-encoding");
  return isKnown ? body.pipeThrough(new Fixed(Number(length))) : body;
}

interface Watched {
  /** The same bytes. */
  readonly body: ReadableStream<Uint8Array>;
  /** Resolves at the end of the handler's stream, for any reason. */
  readonly ended: Promise<void>;
  /** Cancels the handler's stream, and fails the body: a client must not mistake it for a complete one. */
  readonly cut: (error: Error) => void;
}

function watched({ reader, reads, leave }: Begun): Watched {
  // Not a ByteLengthQueuingStrategy: Vercel's edge runtime has none.
  const buffer = { highWaterMark: BUFFER_BYTES, size: (chunk: Uint8Array) => chunk.byteLength };
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        writer = controller;
      },
      async pull(controller) {
        const { done, value } = await (reads.shift() ?? reader.read());
        if (done) return controller.close();
        if (isBytes(value)) return controller.enqueue(value);
        // Nothing reads further, and the handler's stream must not keep the lock.
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
 * Runs the release in the background. Without a context to keep the invocation alive, awaits it: a release that is cut
 * leaves the lock held for its lease.
 */
async function inTheEnd(release: Promise<void>, context: WaitUntil | undefined): Promise<void> {
  if (context === undefined) await release;
  else inBackground(context, release);
}
