// Nonces: each try sends a text that no other try sends, by this client or another, before or after a restart.

/**
 * Makes a source of nonces: 32 random bits and a number. The number alone would be repeated by an object that restarts,
 * and by whoever resumes a hold elsewhere.
 */
export function nonces(): () => string {
  // Drawn at the first use: at the top level of a Worker there is no randomness yet.
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
