// Asks the server for the state of the locks, a second after each answer while the page is visible.
import type { SeenLeases } from "../leases.ts";

/** The answer of the server. */
export interface Answer {
  /** The HTML of each part, by the id of its element. */
  readonly parts: Readonly<Record<string, string>>;
  /** The leases of the chosen lock; undefined when none is chosen, or nothing is known of it. */
  readonly leases?: SeenLeases;
}

/** Callbacks for the outcomes of requests. */
export interface Outcomes {
  answered(answer: Answer): void;
  /** Every request since then has failed: there was no answer, or an error. */
  failed(since: Date): void;
  /** The session has ended. No further request is sent. */
  signedOut(): void;
}

// The server asks Redis once a second. A request that came a moment earlier would get the old state.
const PAUSE_MS = 1_000;
const LONGEST_REQUEST_MS = 10_000;
const LONGEST_PAUSE_MS = 10_000;
const SUPERSEDED = "superseded";

/** Sends one request at a time, with longer pauses while requests fail. */
export class Poll {
  readonly #base: string;
  readonly #outcomes: Outcomes;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  #isOver = false;
  #failures = 0;
  #failsSince: Date | undefined;

  /** `base`: the path of the page, with "/" at its end. */
  constructor(base: string, outcomes: Outcomes) {
    this.#base = base;
    this.#outcomes = outcomes;
  }

  /** Asks now, and then repeatedly. */
  start(): void {
    document.addEventListener("visibilitychange", () => this.#ask());
    this.#ask();
  }

  /** Asks at once, because the address of the page has changed. Drops the open request for the previous address. */
  askAgain(): void {
    this.#request?.abort(SUPERSEDED);
    this.#ask();
  }

  #ask(): void {
    clearTimeout(this.#timer);
    if (this.#isOver || this.#request !== undefined || document.visibilityState !== "visible") return;
    void this.#exchange();
  }

  async #exchange(): Promise<void> {
    const { search } = location;
    this.#request = new AbortController();
    const { signal } = this.#request;
    const tooLate = setTimeout(() => this.#request?.abort(), LONGEST_REQUEST_MS);
    const response = await this.#answerOf(search, signal);
    clearTimeout(tooLate);
    this.#request = undefined;
    if (search !== location.search || signal.reason === SUPERSEDED) {
      this.#ask();
      return;
    }
    if (response === "signed out") {
      this.#isOver = true;
      this.#outcomes.signedOut();
      return;
    }
    this.#report(response);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.max(0, this.#failures - 1));
    this.#timer = setTimeout(() => this.#ask(), pauseMs);
  }

  /** Returns undefined if the request fails. */
  async #answerOf(search: string, signal: AbortSignal): Promise<Answer | "signed out" | undefined> {
    try {
      const response = await fetch(`${this.#base}live${search}`, { signal });
      if (response.status === 401) return "signed out";
      return response.ok ? await response.json() : undefined;
    } catch {
      return undefined;
    }
  }

  #report(answer: Answer | undefined): void {
    if (answer === undefined) {
      this.#failures += 1;
      this.#failsSince ??= new Date();
      this.#outcomes.failed(this.#failsSince);
      return;
    }
    this.#failures = 0;
    this.#failsSince = undefined;
    this.#outcomes.answered(answer);
  }
}
