// The names of a lock manager's locks, and their keys. Any string but one that begins with "-" is such a name; a key is
// well-formed, and no key may look like one that a read lock derives from another.
import { InvalidOptionError } from "../../base/errors.ts";
import { lockName, webLockKey, webLockPrefix } from "../../lock/keys.ts";

// Redisson derives such a key from a name, for each read hold.
const TIMEOUT_KEY_END = /:(?=rwlock_timeout:\d+$)/;
// A text begins an escape with "%u" and four digits. So a "%u" of the name, with any number of "25" between, gets one
// "25" more.
const LOOKS_ESCAPED = /%((?:25)*)u/g;
const ESCAPE = /%((?:25)*)u([0-9A-F]{4})?/g;
const EMPTY = "%u";

/** The names of one lock manager. */
export interface LockNames {
  /** The beginning of each key. */
  readonly prefix: string;
  /** Returns the key of a lock. Throws a TypeError for a name that cannot be one. */
  keyOf(name: string): string;
  /** Inverse of `keyOf`, for a key without its prefix. */
  nameOf(text: string): string;
}

/** Returns the names of a lock manager whose locks no plain lock can meet. `clientPrefix`: the prefix of its client. */
export function namesOfTheirOwn(clientPrefix: string): LockNames {
  return {
    prefix: webLockPrefix(clientPrefix),
    keyOf: (name) => orTypeError(() => webLockKey(clientPrefix, escapeName(name))),
    nameOf: unescapeName,
  };
}

/** Returns the names of a lock manager that shares its locks with the fair read/write locks of these names. */
export function bareNames(clientPrefix: string): LockNames {
  return {
    prefix: clientPrefix,
    keyOf: (name) => orTypeError(() => lockName(clientPrefix, name).key),
    nameOf: (text) => text,
  };
}

/** Returns a name as well-formed text, which is not empty. Two names never have the same text. */
export function escapeName(name: string): string {
  if (name === "") return EMPTY;
  return name
    .replaceAll(LOOKS_ESCAPED, "%25$1u")
    .replaceAll(/\p{Surrogate}/gu, escaped)
    .replace(TIMEOUT_KEY_END, escaped);
}

/** Inverse of `escapeName`. */
export function unescapeName(text: string): string {
  if (text === EMPTY) return "";
  return text.replaceAll(ESCAPE, (whole, more: string, hex = "") => {
    if (more !== "") return `%${more.slice(2)}u${hex}`;
    return hex === "" ? whole : String.fromCharCode(Number.parseInt(hex, 16));
  });
}

function escaped(character: string): string {
  return `%u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The specification knows no wrong name but one that begins with "-": others are a wrong argument. */
function orTypeError(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error;
    throw new TypeError(error.message, { cause: error });
  }
}
