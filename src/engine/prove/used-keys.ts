// Deletes the keys that a proof has used.

const AT_ONCE = 50;

/** How many keys a proof used, and how many are left. */
export interface Swept {
  readonly used: number;
  readonly left: number;
}

/**
 * Deletes keys, each by a command of its own: in a cluster they may be on several masters. Ends where none of many can be
 * deleted: the database is away.
 */
export async function deleteKeys(
  keys: readonly string[],
  isDeleted: (key: string) => Promise<boolean>,
): Promise<Swept> {
  let left = 0;
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const deleted = await Promise.all(keys.slice(at, at + AT_ONCE).map(isDeleted));
    left += deleted.filter((isDone) => !isDone).length;
    if (!deleted.includes(true)) return { used: keys.length, left: left + Math.max(0, keys.length - at - AT_ONCE) };
  }
  return { used: keys.length, left };
}
