// The token by which a client reports its latest write. A single server needs none, but clients expect one.

export class SyncToken {
  readonly #start = Date.now().toString(36);
  #answers = 0;

  /**
   * Opaque to clients. It grows with every reply, not only with writes, so that simultaneous replies to writes get
   * different tokens.
   */
  next(): string {
    this.#answers += 1;
    return `${this.#start}-${this.#answers.toString(36).padStart(8, "0")}`;
  }
}
