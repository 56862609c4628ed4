// A body that continues long after the handler has returned.
import type { Held } from "leasehound";
import { pause } from "./query";

/** Ends with whether the lock was held throughout. */
export function rows(forMs: number, held: Held): Response {
  const end = Date.now() + forMs;
  const text = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (Date.now() < end) {
        controller.enqueue(text.encode("row\n"));
        return pause(100);
      }
      controller.enqueue(text.encode(held.signal.aborted ? "lost" : "done"));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/plain" } });
}
