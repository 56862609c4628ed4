// The events of a response of the lock API that goes on.

export interface StreamEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads the events of a response one after the other. Leaves out comments. */
export async function* eventsIn({ body }: Response): AsyncGenerator<StreamEvent, void> {
  let text = "";
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const whole = text.split("\n\n");
    text = whole.pop() ?? "";
    for (const one of whole.filter((part) => !part.startsWith(":"))) {
      const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? [];
      yield { event, data: JSON.parse(data) };
    }
  }
}
