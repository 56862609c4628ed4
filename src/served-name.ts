// The names of locks that the lock API serves: they are a part of its URLs.

/** The form of a lock's name in a URL of the lock API. */
export const SERVED_NAME: RegExp = /^[A-Za-z0-9._~:/@-]{1,200}$/;

/** The rule for a name, which follows the word "name". */
export const SERVED_NAMES = "must be 1 to 200 characters out of A-Z a-z 0-9 . _ ~ : / @ -";

/** Returns whether a lock of this name can be in a URL of the lock API. */
export function isServedName(name: string): boolean {
  return SERVED_NAME.test(name);
}
