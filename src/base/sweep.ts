// Removes entries of a map that no event ends, such as those of an invocation that was cut. The cost for each new entry
// is constant.

/**
 * Checks the two oldest entries of a map. One that is over leaves; one that is not moves to the end. Called for each new
 * entry, so that the map has no more entries that are over than others.
 * @param isOver returns whether an entry may leave
 */
export function sweepTwo<Key, Value>(entries: Map<Key, Value>, isOver: (value: Value) => boolean): void {
  let looks = 0;
  // Ends after two, or with the map.
  for (const [key, value] of entries) {
    if (looks === 2) return;
    looks += 1;
    entries.delete(key);
    if (!isOver(value)) entries.set(key, value);
  }
}
