// Nonces: each attempt sends a text that no other attempt sends, of this client or another, before or after a restart.

/**
 * Makes a source of nonces: 32 random bits and a number. The number alone would repeat when an object restarts, or when
 * a hold is resumed elsewhere.
 */
export function nonces(): () => string {
  // Draw it at the first use: the top level of a Worker has no randomness.
  let client: string | undefined;
  let count = 0;
  return () => {
    client ??= Number(crypto.getRandomValues(new Uint32Array(1))[0])
      .toString(16)
      .padStart(8, "0");
    count += 1;
    return client + count.toString(36);
  };
}
