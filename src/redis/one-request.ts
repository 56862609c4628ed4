// One request with one deadline. Its error says whether Redis may have carried it out.
import { AbortedError, isOwn, neverSent, OutcomeUnknownError, RedisUnreachableError } from "../errors.ts";
import type { RunLimits } from "./port.ts";

// Errors before anything is sent, refused certificates and TLS versions included. Node and Deno give such a code;
// workerd and browsers do not. "bad port" is Node's message, without a code, for a port that the Fetch standard blocks.
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_WRONG_VERSION_NUMBER|bad port)$/;

/**
 * Runs a request until it is answered, fails, times out, or the caller aborts.
 * @param limits the deadline, in ms from now, and the caller's signal
 * @param secrets texts that no error may show
 * @param request sends it; its signal aborts at the deadline and with the caller's signal. It is not called if the
 * caller has already aborted.
 * @returns the result of `request`
 * @throws ABORTED by the caller's signal; REDIS_UNREACHABLE when no connection was made; an error of this package that
 * `request` threw; else OUTCOME_UNKNOWN
 */
export async function oneRequest<Result>(
  { timeoutMs, signal }: RunLimits,
  secrets: readonly string[],
  request: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted) throw new AbortedError(signal.reason);
  const end = new AbortController();
  const answer = request(end.signal);
  return new Promise((resolve, reject) => {
    function finish(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
    function stop(): void {
      finish();
      // Do not wait for the answer: its sender may ignore the abort, or turn it into an answer.
      const late = `no answer within ${Math.round(timeoutMs)} ms`;
      reject(signal?.aborted ? new AbortedError(signal.reason) : new OutcomeUnknownError(late));
      end.abort();
    }
    // In a busy process, timers run before the answers that have arrived meanwhile. Such answers count, too.
    let timer = setTimeout(() => {
      timer = setTimeout(stop, 0);
    }, timeoutMs);
    signal?.addEventListener("abort", stop);
    answer.then(
      (result) => {
        finish();
        resolve(result);
      },
      (thrown) => {
        finish();
        reject(failure(thrown, secrets));
      },
    );
  });
}

function failure(thrown: unknown, secrets: readonly string[]): Error {
  // Do not go by the code: an error of a patched fetch may look like one of ours, and contain the token.
  if (isOwn(thrown)) return thrown;
  const error = asCause(thrown, secrets);
  // Check members, not the class: fetch may throw errors of another realm.
  const { code, message } = Object(error.cause);
  const why = String(code ?? message);
  if (NEVER_SENT.test(why)) {
    return neverSent(new RedisUnreachableError(`the REST server cannot be reached (${why})`, { cause: error }));
  }
  // Without another message: a patched fetch may quote the request in it.
  const known = code === undefined ? "" : ` (${code})`;
  return new OutcomeUnknownError(`the connection ended without an answer${known}`, { cause: error });
}

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
