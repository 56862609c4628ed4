// The base of all errors of this package.

export const CODES = [
  "LOCK_BUSY",
  "LOCK_LOST",
  "LOCK_STOLEN",
  "LOCK_WANTED",
  "NOT_HELD",
  "ALREADY_HELD",
  "LEASE_FIXED",
  "OTHER_REQUEST",
  "RESPONSE_TIMEOUT",
  "UPGRADE_REFUSED",
  "TOO_MANY_HOLDS",
  "NOT_A_LOCK",
  "PERMITS_UNSET",
  "FLIGHT_FAILED",
  "SPEND_UNKNOWN",
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
  "PLAN_FAILED",
] as const;

/** Identifies what went wrong. A code never changes its meaning; the list may grow. */
export type LockErrorCode = (typeof CODES)[number];

// Shared through the global registry, so that the guard also knows errors of a second copy of this package.
const brand: unique symbol = Symbol.for("leasehound.LockError");

/**
 * The facts of an error about its request. "not-done": the request changed nothing. "unknown": it may have been carried
 * out.
 */
export type RequestOutcome = "not-done" | "unknown";

/** The base of every error of this package. */
export class LockError extends Error {
  /** Identifies what went wrong. */
  // A class declares its own code, and passes it to this constructor.
  readonly code: LockErrorCode;
  /** For an error of a request: whether the request was carried out. Undefined for any other error. */
  declare readonly outcome?: RequestOutcome;

  /**
   * @param code identifies what went wrong
   * @param message what happened, to which lock, and what to do; it must not contain a secret
   * @param options the `cause`
   */
  constructor(code: LockErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.name = nameOf(code);
  }

  /**
   * Returns the error for JSON and logs: name, code, message and facts. It leaves out the stack and the `cause`, which
   * may contain anything.
   * @returns a plain object
   * @example
   * if (isLockError(error)) console.log(JSON.stringify(error));
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }

  static {
    Object.defineProperty(LockError.prototype, brand, { value: true });
  }
}

/** Returns whether an error was made by this package in this process, by this copy of it or another one. */
export function isOwn(error: unknown): error is LockError {
  try {
    return brand in Object(error);
  } catch {
    // A proxy of somebody else's.
    return false;
  }
}

/**
 * Returns whether an error has the code of an error of this package, and the name of that code's class. Over RPC, an
 * error keeps both and loses its class. Errors of other libraries may have a code and a class by the same convention.
 */
export function hasOwnCode(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    const { code, name }: { code?: unknown; name: string } = error;
    return CODES.some((known) => known === code && nameOf(known) === name);
  } catch {
    // A getter or proxy of somebody else's.
    return false;
  }
}

/** The base of errors about one lock. */
export class NamedLockError extends LockError {
  /** The name of the lock, semaphore or latch, without the prefix. */
  readonly lockName: string;

  constructor(code: LockErrorCode, lockName: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.lockName = lockName;
  }
}

/** Returns the class name of a code: LOCK_BUSY is a LockBusyError. It survives minification. */
function nameOf(code: string): string {
  return `${code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`;
}

// A name can be 32 KB long, with any characters. A message shows its beginning, escaped.
export function quote(name: string): string {
  return printable(JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name));
}

/**
 * Escapes characters that a terminal or log viewer would interpret or hide: control, bidirectional and other invisible
 * characters, and line separators. The escapes are those of JSON, so JSON on one line stays JSON of the same value.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
