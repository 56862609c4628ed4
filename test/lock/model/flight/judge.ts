// Invariants of a single flight, by the replies that callers hear: one runner at a time, and only results that a runner
// stored and that have not expired.
import { type Answer, FLIGHT_LEASE } from "./model.ts";
import type { Request, Step } from "./steps.ts";

/** The lock and the result in Redis. */
export interface Picture {
  readonly owners: readonly string[];
  readonly result: string;
  /** Remaining ticks of the result. */
  readonly left: number;
}

interface Stored {
  readonly by: string;
  readonly until: number;
}

export class Judge {
  #now = 0;
  #before: Picture = { owners: [], result: "", left: 0 };
  readonly #runners = new Map<string, number>();
  readonly #stored = new Map<string, Stored>();

  /** Returns the violation after this step, if there is one. */
  check(step: Step, answer: Answer | undefined, picture: Picture): string | undefined {
    const before = this.#before;
    this.#before = picture;
    if (step.kind === "pass") this.#now += step.ticks;
    // A holder's validity ends when its finish or its cancel is sent.
    if (step.kind !== "pass" && step.request.kind !== "acquire" && step.request.kind !== "renew") {
      this.#runners.delete(step.request.owner);
    }
    if (step.kind === "run") {
      const { request, isHeard } = step;
      if (picture.result !== before.result && picture.result !== "") {
        if (before.owners[0] !== request.owner) return "a result was stored by one who did not have the lock";
        this.#stored.set(picture.result, { by: request.owner, until: this.#now + picture.left });
      }
      const wrong = isHeard && answer !== undefined ? this.#hear(request, answer) : undefined;
      if (wrong !== undefined) return wrong;
    }
    const running = [...this.#runners.values()].filter((until) => until > this.#now);
    return running.length > 1 ? "two believe that they run it" : undefined;
  }

  #hear(request: Request, answer: Answer): string | undefined {
    const { owner } = request;
    if (request.kind === "acquire" && answer.kind === "held") this.#runners.set(owner, this.#now + answer.left);
    if (request.kind === "renew") {
      if (answer.kind === "renewed") this.#runners.set(owner, this.#now + FLIGHT_LEASE);
      else this.#runners.delete(owner);
    }
    if (request.kind !== "acquire" || answer.kind !== "found" || answer.left === 0) return undefined;
    const { text } = answer;
    const stored = this.#stored.get(text);
    if (stored === undefined) return `nobody stored ${text}`;
    if (this.#now >= stored.until) return `${text} was served for too long`;
    if (text.startsWith("!") && stored.by !== request.waitedFor) return "an error of a run that was not waited for";
    return undefined;
  }
}
