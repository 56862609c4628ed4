// The operations in flight of an object: one at a time for each lock, which others can await.
export class InFlight<Result> {
  readonly #byName = new Map<string, Promise<Result | undefined>>();

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** Resolves to the result; undefined if it fails, or nothing is in flight. */
  async settled(name: string): Promise<Result | undefined> {
    return this.#byName.get(name);
  }

  async run<Own extends Result>(name: string, work: Promise<Own>): Promise<Own> {
    this.#byName.set(
      name,
      work.catch(() => undefined),
    );
    try {
      return await work;
    } finally {
      this.#byName.delete(name);
    }
  }
}
