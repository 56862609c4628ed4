// Tokens as OpenTofu sends them: as the password of Basic authentication, with any user name.
import type { Scheme } from "../principals.ts";

export const BASIC: Scheme = {
  says: "password of Basic authentication, a token of the lock API,",
  tokenIn(header) {
    const [, encoded] = /^Basic +([A-Za-z0-9+/]{1,16384}={0,2}) *$/i.exec(header) ?? [];
    const [, password] = /^[^:]*:([\w.~+/-]+=*)$/.exec(encoded === undefined ? "" : decoded(encoded)) ?? [];
    return password;
  },
};

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
