// The order of a connection of RESP: its commands are executed one after the other, and so are they answered. A command
// may be executed before the one ahead of it is answered.

/** The place of one command. Both last calls may be repeated. */
export interface Turn {
  /** Resolves when the commands ahead were sent to Redis, or are lost. */
  readonly toExecute: Promise<void>;
  /** Resolves when the commands ahead were answered. */
  readonly toAnswer: Promise<void>;
  executed(): void;
  answered(): void;
}

export class Turns {
  #toExecute: Promise<void> = Promise.resolve();
  #toAnswer: Promise<void> = Promise.resolve();

  next(): Turn {
    const { promise: allExecuted, resolve: executed } = deferred(this.#toExecute);
    const { promise: allAnswered, resolve: answered } = deferred(this.#toAnswer);
    const turn = { toExecute: this.#toExecute, toAnswer: this.#toAnswer, executed, answered };
    this.#toExecute = allExecuted;
    this.#toAnswer = allAnswered;
    return turn;
  }
}

/** Node 20 has no `Promise.withResolvers`. */
function deferred(ahead: Promise<void>): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const own = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise: ahead.then(() => own), resolve };
}
