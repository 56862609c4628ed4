// A secret that nobody guesses: 43 characters that need no quoting in a shell, a URL or a header.

import { randomBytes } from "node:crypto";

export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}
