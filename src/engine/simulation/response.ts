// The result of `fetch` in a simulated isolate: the parts of a Response that clients read. The promises of its body are
// settled when the world delivers a part, and by nothing else.
import type { RestAnswer } from "./rest.ts";

type Chunk = { readonly done: false; readonly value: Uint8Array } | { readonly done: true; readonly value: undefined };

const END: Chunk = { done: true, value: undefined };

const OF_JSON = { "content-type": "application/json" };

export class SimulatedHeaders {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: Readonly<Record<string, string>> = {}) {
    this.#values = new Map(Object.entries(values));
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }
}

/** The bytes of an answer, as they arrive. */
export class SimulatedBody {
  readonly #arrived: Uint8Array[] = [];
  readonly #onCancel: () => void;
  #waiting: { readonly resolve: (chunk: Chunk) => void; readonly reject: (error: Error) => void } | undefined;
  #hasEnded = false;
  #failure: Error | undefined;

  /** `onCancel`: called when its reader wants no more. */
  constructor(onCancel: () => void) {
    this.#onCancel = onCancel;
  }

  getReader(): { read: () => Promise<Chunk>; cancel: () => Promise<void> } {
    return { read: () => this.#read(), cancel: () => this.cancel() };
  }

  async cancel(): Promise<void> {
    if (this.#hasEnded || this.#failure !== undefined) return;
    this.end();
    this.#onCancel();
  }

  /** A part arrives. */
  arrive(text: string): void {
    if (this.#hasEnded || this.#failure !== undefined) return;
    const value = new TextEncoder().encode(text);
    if (this.#waiting === undefined) this.#arrived.push(value);
    else this.#settle({ done: false, value });
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#waiting !== undefined) this.#settle(END);
  }

  fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  #settle(chunk: Chunk): void {
    this.#waiting?.resolve(chunk);
    this.#waiting = undefined;
  }

  #read(): Promise<Chunk> {
    const value = this.#arrived.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (this.#hasEnded) return Promise.resolve(END);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}

export class SimulatedResponse {
  readonly status: number;
  readonly headers: SimulatedHeaders;
  readonly body: SimulatedBody;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: SimulatedBody) {
    this.status = status;
    this.headers = new SimulatedHeaders(headers);
    this.body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
}

/** Returns a response that arrives at once. */
export function wholeResponse({ status, text, headers = OF_JSON }: RestAnswer): SimulatedResponse {
  const body = new SimulatedBody(() => {});
  body.arrive(text);
  body.end();
  return new SimulatedResponse(status, headers, body);
}
