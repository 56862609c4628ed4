// Work that sends nothing. Only requests that it causes count: what an earlier test left behind may still be on its way.
import { AsyncLocalStorage } from "node:async_hooks";
import { expect } from "vitest";

const works = new AsyncLocalStorage<string[]>();

/** Runs something, and expects it to send no request. Returns its result. */
export async function costsNothing<Result>(work: () => Promise<Result>): Promise<Result> {
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (...asked) => {
    works.getStore()?.push(String(asked[0]));
    return fetch(...asked);
  };
  try {
    const result = await works.run(sent, work);
    expect(sent).toEqual([]);
    return result;
  } finally {
    globalThis.fetch = fetch;
  }
}
