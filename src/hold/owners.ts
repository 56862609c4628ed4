// New owners: `<clientId>:<number>`, like Redisson's `<uuid>:<threadId>`.

export class Owners {
  // Created at the first use: a Worker has no randomness at the top level.
  #clientId: string | undefined;

  /** The part that all owners share. */
  get clientId(): string {
    this.#clientId ??= crypto.randomUUID();
    return this.#clientId;
  }

  /** Returns a new owner that nobody can guess. */
  next(): string {
    // Not counted up, because a holder could then guess other owners. From 1 to 2^62, since Redisson reads it as a Java
    // long.
    const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
    return `${this.clientId}:${BigInt.asUintN(62, random) + 1n}`;
  }
}
