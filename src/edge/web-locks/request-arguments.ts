// The arguments of a request, checked in the order of the specification. Everything is read once: a getter may change.
import type { Lock } from "./lock.ts";
import type { LockHold, LockMode } from "./lock-types.ts";

/** The function that a request calls with its lock, or with `null` when the lock is not available. */
export type Granted = (lock: Lock | null, held: LockHold | undefined) => unknown;

/** A request whose arguments are right. */
export interface RequestArguments {
  readonly name: string;
  readonly mode: LockMode;
  readonly ifAvailable: boolean;
  readonly steal: boolean;
  readonly signal: AbortSignal | undefined;
  readonly callback: Granted;
}

/**
 * Reads the arguments of a request. The number of arguments decides which one is the callback, not their types.
 * @param mustBeOpen throws when the manager is closed; called where the specification looks at the document
 * @throws a TypeError for a wrong argument, a DOMException named NotSupportedError for a combination that cannot be,
 * the reason of an aborted signal; and whatever a getter of the caller throws
 */
export function readRequest(given: readonly unknown[], mustBeOpen: () => void): RequestArguments {
  if (given.length < 2) throw new TypeError("a request needs a name and a callback");
  // Fails for a symbol, and calls the caller's own toString.
  const name = `${given[0]}`;
  const { ifAvailable, mode, signal, steal } = readOptions(given.length === 2 ? undefined : given[1]);
  const callback = given.length === 2 ? given[1] : given[2];
  if (!isCallback(callback)) throw new TypeError("the callback of a request must be a function");
  mustBeOpen();
  if (name.startsWith("-")) throw notSupported('the name of a lock cannot begin with "-"');
  if (steal && ifAvailable) throw notSupported("steal and ifAvailable cannot be combined");
  if (steal && mode !== "exclusive") throw notSupported("only an exclusive lock can be stolen");
  if (signal !== undefined && (steal || ifAvailable)) {
    throw notSupported("a signal cannot be combined with steal or ifAvailable");
  }
  if (signal?.aborted) throw signal.reason;
  return { name, mode, ifAvailable, steal, signal, callback };
}

/** Reads the members in alphabetical order, and converts each before the next, as Web IDL does. */
function readOptions(options: unknown): Pick<RequestArguments, "ifAvailable" | "mode" | "signal" | "steal"> {
  const isObject = typeof options === "object" || typeof options === "function";
  if (options !== undefined && !isObject) throw new TypeError("the options of a request must be an object");
  const of = Object(options);
  const ifAvailable = Boolean(of.ifAvailable);
  const mode = readMode(of.mode);
  const signal = readSignal(of.signal);
  return { ifAvailable, mode, signal, steal: Boolean(of.steal) };
}

function readMode(given: unknown): LockMode {
  if (given === undefined) return "exclusive";
  const mode = `${given}`;
  if (mode === "shared" || mode === "exclusive") return mode;
  throw new TypeError('the mode of a lock must be "shared" or "exclusive"');
}

function readSignal(given: unknown): AbortSignal | undefined {
  if (given === undefined) return undefined;
  if (isAbortSignal(given)) return given;
  throw new TypeError("the signal of a request must be an AbortSignal");
}

/** By the getter of the class: `instanceof` would refuse signals of another realm, and members alone prove nothing. */
function isAbortSignal(given: unknown): given is AbortSignal {
  const aborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, "aborted");
  try {
    // For a foreign object, this getter throws, or returns undefined in Vercel's edge runtime.
    return typeof aborted?.get?.call(given) === "boolean";
  } catch {
    return false;
  }
}

function isCallback(given: unknown): given is Granted {
  return typeof given === "function";
}

function notSupported(message: string): DOMException {
  return new DOMException(message, "NotSupportedError");
}
