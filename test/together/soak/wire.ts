// Observes the clients' requests as they leave: each is recorded with the operation that sent it.
import { AsyncLocalStorage } from "node:async_hooks";
import { askedAgain, scriptRun } from "./scripts.ts";

export interface SentRequest {
  readonly script: string;
  /** The hold's id; for a script without a hold, the request's. */
  readonly id: string;
  readonly sentAt: number;
  /** The response was HTTP 200. */
  answered: boolean;
}

interface Sender {
  readonly onRequest: (request: SentRequest) => void;
}

const senders = new AsyncLocalStorage<Sender>();
/** The nonce of a query's first attempt. */
const firstTries = new WeakMap<Sender, string>();
const inFlight = new Set<Promise<unknown>>();

/** Runs an operation, and reports its requests to `onRequest`, even later and in the background. */
export function sending<T>(sender: Sender, operation: () => T): T {
  return senders.run(sender, operation);
}

/** Resolves when no observed request is pending: ends at the first look that finds none. */
export async function allAnswered(): Promise<void> {
  while (inFlight.size > 0) await Promise.allSettled(inFlight);
}

/** Observes `fetch` from now on; returns a function that stops. */
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
