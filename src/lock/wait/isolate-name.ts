// The name of this isolate in queues whose messages call waiters by their numbers.

let ownName: string | undefined;

/** Returns the name of this isolate: six digits. Made at the first wait: a Worker has no randomness before. */
export function isolateName(): string {
  ownName ??= String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, "0");
  return ownName;
}
