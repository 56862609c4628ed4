// The clients' requests, seen where they leave: each is written down with the operation that sent it.
import { AsyncLocalStorage } from "node:async_hooks";
import { askedAgain, scriptRun } from "./scripts.ts";

export interface SentRequest {
  readonly script: string;
  /** The hold's id; of a script that acts on no hold, the request's. */
  readonly id: string;
  readonly sentAt: number;
  /** HTTP 200 came back. */
  answered: boolean;
}

interface Sender {
  readonly onRequest: (request: SentRequest) => void;
}

const senders = new AsyncLocalStorage<Sender>();
/** Of a question: the nonce of its first try. */
const firstTries = new WeakMap<Sender, string>();
const inFlight = new Set<Promise<unknown>>();

/** Runs an operation; what it sends, also later and in the background, is told to its `onRequest`. */
export function sending<T>(sender: Sender, operation: () => T): T {
  return senders.run(sender, operation);
}

/** Resolves when no observed request is on its way: ends with the first look that finds none. */
export async function allAnswered(): Promise<void> {
  while (inFlight.size > 0) await Promise.allSettled(inFlight);
}

/** Observes `fetch` from now on; returns what ends that. */
export function observeFetch(): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const sender = senders.getStore();
    if (sender === undefined || typeof init?.body !== "string") return original(input, init);
    const words: string[] = JSON.parse(init.body);
    const run = scriptRun(words);
    if (run === undefined) return original(input, init);
    if (run.script.name === "lock/status") {
      const first = firstTries.get(sender) ?? run.nonce;
      firstTries.set(sender, first);
      askedAgain(first, run.nonce);
    }
    const request: SentRequest = {
      script: run.script.name,
      id: scriptRun(words)?.id ?? run.id,
      sentAt: performance.now(),
      answered: false,
    };
    sender.onRequest(request);
    const response = original(input, init);
    const done: Promise<unknown> = response
      .then((answer) => {
        request.answered = answer.status === 200;
      })
      .catch(() => {})
      .finally(() => inFlight.delete(done));
    inFlight.add(done);
    return response;
  };
  return () => {
    globalThis.fetch = original;
  };
}
