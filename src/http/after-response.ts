// Letting go of a lock when the response is complete: its body may be a stream that is written long after the handler has returned.
import type { Held } from "../locks/held.ts";
import type { WaitUntil } from "../options.ts";

/**
 * The response, whose end releases the hold, however it ends: read to the end, cut by an error, or left by the client.
 * @param context of the invocation, where there is one: it is kept alive for the release
 */
export async function releasedAfter(response: Response, held: Held, context: WaitUntil | undefined): Promise<Response> {
  if (response.body === null) {
    await inTheEnd(held[Symbol.asyncDispose](), context);
    return response;
  }
  const { readable, writable } = new TransformStream();
  const release = (): Promise<void> => held[Symbol.asyncDispose]();
  const done = response.body.pipeTo(writable).then(release, release);
  context?.waitUntil(done);
  return new Response(readable, response);
}

/** With nobody to keep the invocation alive for it, it is awaited: a release that is cut leaves the lock to its lease. */
async function inTheEnd(release: Promise<void>, context: WaitUntil | undefined): Promise<void> {
  if (context === undefined) await release;
  else context.waitUntil(release);
}
