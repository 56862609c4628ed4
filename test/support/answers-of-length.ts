// Answers of a route whose length is known, and one whose length is not.

/** A body whose parts come one after the other. */
function slowly(...parts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      await new Promise((resolve) => setTimeout(resolve, 20));
      controller.enqueue(new TextEncoder().encode(part));
    },
  });
}

/** For each: the body, its `content-length`, and how a handler answers with it. */
export const ANSWERS: readonly (readonly [what: string, length: string | null, answer: () => Response])[] = [
  ["text", "5", () => new Response("short")],
  ["json", "7", () => Response.json({ a: 1 })],
  ["bytes", "1048576", () => new Response(new Uint8Array(1_048_576))],
  ["blob", "5", () => new Response(new Blob(["short"]))],
  ["told", "6", () => new Response(slowly("s", "tream"), { headers: { "content-length": "6" } })],
  ["stream", null, () => new Response(slowly("s", "tream"))],
];
