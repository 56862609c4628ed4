// Patterns of Redis: `*`, `?`, `[` and `]` have a meaning there.

/** Returns the pattern that matches this text alone. */
export function literally(text: string): string {
  return text.replaceAll(/[*?[\]\\]/g, "\\$&");
}
