// The token by which a client proves how much it has written. One server needs none; clients expect to be given one.

export class SyncToken {
  readonly #start = Date.now().toString(36);
  #answers = 0;

  /**
   * Opaque to clients. It grows with every answer, not only with writes: of writes that are answered at the same moment
   * each must have its own.
   */
  next(): string {
    this.#answers += 1;
    return `${this.#start}-${this.#answers.toString(36).padStart(8, "0")}`;
  }
}
