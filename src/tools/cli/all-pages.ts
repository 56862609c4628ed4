// All pages of a list of locks.
import type { ListedLock, LockPage } from "../../index.ts";

/** Returns the locks of all pages, each once. */
export async function allPages(page: (cursor: string | undefined) => Promise<LockPage>): Promise<ListedLock[]> {
  const found = new Map<string, ListedLock>();
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    // A lock may come twice.
    for (const held of next.locks) found.set(held.name, held);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return [...found.values()];
}
