// Reads a response body that may be endless. `response.text()` would have no bound: chunked answers have no
// Content-Length, and it does not count decompressed bytes. In Node 24, `text()` is not measurably faster.

/** Returns the body as text, or undefined if it is larger than `maxBytes`. The rest is not read. */
export async function readAtMost(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  // Ends with the body, after too many bytes, or with the error of a body that was cut or timed out.
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
