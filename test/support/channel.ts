// Listens to a channel as Upstash serves it: server-sent events.
import type { Endpoint } from "./rest.ts";

export interface Channel extends AsyncDisposable {
  /** Payloads so far. */
  readonly messages: readonly string[];
}

/** Resolves when Redis has confirmed the subscription. */
export function listen(endpoint: Endpoint, channel: string): Promise<Channel> {
  return follow(endpoint, `subscribe/${encodeURIComponent(channel)}`, `message,${channel},`);
}

/**
 * Listens to all channels with this prefix, which must have no pattern characters. Messages are "<rest of the
 * channel>,<payload>".
 */
export function listenAll(endpoint: Endpoint, prefix: string): Promise<Channel> {
  return follow(endpoint, `psubscribe/${encodeURIComponent(`${prefix}*`)}`, `pmessage,${prefix}*,${prefix}`);
}

async function follow({ url, token }: Endpoint, path: string, prefix: string): Promise<Channel> {
  const stop = new AbortController();
  const response = await fetch(`${url}/${path}`, {
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
    // Ends with the stream, or when the test stops.
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      // A channel or payload with line breaks comes as several `data:` lines of one event.
      for (const data of events.map((event) => event.replaceAll(/^data: /gm, ""))) {
        if (/^p?subscribe,/.test(data)) confirm();
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
