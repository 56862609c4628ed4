// What all errors of this package are.

const CODES = [
  "LOCK_BUSY",
  "LOCK_LOST",
  "NOT_HELD",
  "ALREADY_HELD",
  "LEASE_FIXED",
  "RESPONSE_TIMEOUT",
  "UPGRADE_REFUSED",
  "TOO_MANY_HOLDS",
  "NOT_A_LOCK",
  "PERMITS_UNSET",
  "FLIGHT_FAILED",
  "REDIS_UNREACHABLE",
  "REDIS_REFUSED",
  "OUTCOME_UNKNOWN",
  "UNEXPECTED_REPLY",
  "ABORTED",
  "INVALID_OPTION",
  "NO_WATCHDOG",
  "WATCHDOG_UNREACHABLE",
  "NO_WAIT_UNTIL",
  "NO_ALARM",
  "CLOSED",
] as const;

/** The reason of an error. A code never changes its meaning; the list may grow. */
export type LockErrorCode = (typeof CODES)[number];

// Shared through the global registry, so that the guard also knows errors of a second copy of this package.
const brand: unique symbol = Symbol.for("leasehound.LockError");

/** Base of every error of this package. */
export class LockError extends Error {
  readonly code: LockErrorCode;

  constructor(code: LockErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = nameOf(code);
  }

  /** What JSON says of it: name, code, message and facts; not the stack, nor the cause, which may be anybody's. */
  toJSON(): object {
    return { ...this, message: this.message };
  }

  static {
    Object.defineProperty(LockError.prototype, brand, { value: true });
  }
}

/** Returns whether an error was made by this package in this process, by this copy of it or another one. */
export function isOwn(error: unknown): error is LockError {
  return typeof error === "object" && error !== null && brand in error;
}

/**
 * Returns whether an error has the code of an error of this package, and the name of that code's class. Over RPC, an
 * error keeps both and loses its class. Errors of other libraries may have a code and a class by the same convention.
 */
export function hasOwnCode(error: Error): boolean {
  try {
    const { code, name }: { code?: unknown; name: string } = error;
    return CODES.some((known) => known === code && nameOf(known) === name);
  } catch {
    // A getter of somebody else's.
    return false;
  }
}

/** What errors about one lock tell. */
export class NamedLockError extends LockError {
  /** The lock's name, without prefix; of a semaphore or latch its own. */
  readonly lockName: string;

  constructor(code: LockErrorCode, lockName: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.lockName = lockName;
  }
}

/** Returns the name of the class that has this code: LOCK_BUSY is a LockBusyError. It survives minification. */
function nameOf(code: string): string {
  return `${code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

// A name can be 32 KB and hold anything printable or not; a message shows its beginning, escaped.
export function quote(name: string): string {
  return printable(JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name));
}

/**
 * Escapes what a terminal or log viewer would act on or hide: control, bidirectional and other invisible characters,
 * line separators.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
  });
}
