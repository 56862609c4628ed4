// Listens to a channel as Upstash serves it: server-sent events.
import type { Endpoint } from "./rest.ts";

export interface Channel extends AsyncDisposable {
  /** Payloads so far. */
  readonly messages: readonly string[];
}

/** Resolves when Redis has confirmed the subscription. */
export async function listen({ url, token }: Endpoint, channel: string): Promise<Channel> {
  const stop = new AbortController();
  const response = await fetch(`${url}/subscribe/${encodeURIComponent(channel)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    signal: stop.signal,
  });
  if (response.body === null) throw new Error("the stream has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const messages: string[] = [];
  let confirm: () => void;
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve;
  });
  const read = async (): Promise<void> => {
    let text = "";
    // Ends with the stream, or when the test leaves.
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      // A channel or payload with line breaks comes as several `data:` lines of one event.
      for (const data of events.map((event) => event.replaceAll(/^data: /gm, ""))) {
        if (data.startsWith("subscribe,")) confirm();
        const prefix = `message,${channel},`;
        if (data.startsWith(prefix)) messages.push(data.slice(prefix.length));
      }
    }
  };
  read().catch(() => {});
  await confirmed;
  return {
    messages,
    async [Symbol.asyncDispose]() {
      stop.abort();
    },
  };
}
