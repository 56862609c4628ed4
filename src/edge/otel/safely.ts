/**
 * Runs one use of the SDK, or a function of the user's. Returns undefined if it throws. Each is guarded by itself, so
 * that the others still run and no count stays wrong.
 */
export function safely<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
