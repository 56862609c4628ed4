// The expected number of permits, or counts, from the replies to callers alone (metric M10): each request counts once,
// by its first definite reply. It does not model records.
import type { Event } from "./model.ts";

export class Ledger {
  readonly #heard = new Set<string>();
  readonly #wanted = new Map<string, number>();
  /** Undefined: the key does not exist. */
  #number: number | undefined;

  /** Returns the difference between the actual and the expected number. */
  missing(number: number | undefined): number {
    return Math.abs((number ?? 0) - (this.#number ?? 0)) + (number === undefined && this.#number !== undefined ? 1 : 0);
  }

  hear(event: Event, answer: string): void {
    if ("id" in event && event.op !== "acquire" && !this.#first(`${event.op} ${event.id}`)) return;
    switch (event.op) {
      case "acquire":
        this.#wanted.set(event.id, event.permits);
        if (answer.startsWith("held") && this.#first(`taken ${event.id}`)) this.#move(-event.permits);
        break;
      case "cancel":
        // A deleted semaphore takes nothing back.
        if (answer === "released" && this.#number !== undefined) this.#move(this.#wanted.get(event.id) ?? Number.NaN);
        break;
      case "add":
      case "java-gives":
        this.#move(event.permits);
        break;
      case "java-takes":
        if (answer === "1") this.#move(-event.permits);
        break;
      case "drain":
        if (this.#number !== undefined) this.#move(-Number(answer));
        break;
      case "java-drains":
        if (this.#number !== undefined) this.#number = 0;
        break;
      case "set":
        if (answer === "1") this.#number = event.number;
        break;
      case "count-down":
      case "java-counts-down":
        this.#countDown();
        break;
      case "delete":
      case "key-goes":
        this.#number = undefined;
    }
  }

  #first(what: string): boolean {
    if (this.#heard.has(what)) return false;
    this.#heard.add(what);
    return true;
  }

  #move(by: number): void {
    this.#number = (this.#number ?? 0) + by;
  }

  #countDown(): void {
    const left = (this.#number ?? 0) - 1;
    this.#number = left > 0 ? left : undefined;
  }
}
