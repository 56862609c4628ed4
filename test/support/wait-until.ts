/** A context whose background work a test can await, as a runtime does. */
export class BackgroundWork {
  readonly promises: Promise<unknown>[] = [];

  waitUntil(promise: Promise<unknown>): void {
    this.promises.push(promise);
  }

  async settled(): Promise<PromiseSettledResult<unknown>[]> {
    return Promise.allSettled(this.promises);
  }
}
