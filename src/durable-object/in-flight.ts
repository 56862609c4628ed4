// What an object is about to do with a lock: one thing at a time for each, which others can wait for.
export class InFlight<Result> {
  readonly #byName = new Map<string, Promise<Result | undefined>>();

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** What comes of it, undefined when it fails, or when nothing is under way. */
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
