/** Waits until `look` returns a truthy value, and returns it; fails with the last value. */
export async function eventually<T>(look: () => T | Promise<T>, withinMs = 20_000): Promise<NonNullable<T>> {
  const end = Date.now() + withinMs;
  // Ends with the value, or with an error at `withinMs`.
  while (true) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(seen)} after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
