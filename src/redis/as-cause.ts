// Errors of fetch as the cause of ours. A patched fetch, by a tracer or a test, may attach the whole request to its
// error, with the token in its headers. So the cause is a copy of the harmless parts.

const DEEPEST = 4;
const LONGEST = 1_000;

/**
 * Copies an error and its causes: name, message and code.
 * @param secrets texts that it may not show
 */
export function asCause(error: unknown, secrets: readonly string[], depth: number = 1): Error {
  const { name, message, code, cause } = Object(error);
  const shown = (text: unknown): string => withoutSecrets(String(text), secrets).slice(0, LONGEST);
  const inner = cause === undefined || depth === DEEPEST ? undefined : { cause: asCause(cause, secrets, depth + 1) };
  const copy = new Error(typeof message === "string" ? shown(message) : shown(typeof error), inner);
  copy.name = typeof name === "string" ? shown(name) : "Error";
  return typeof code === "string" ? Object.assign(copy, { code: shown(code) }) : copy;
}

/** Returns a foreign text, with "[secret]" in place of each secret. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[secret]"), text);
}
