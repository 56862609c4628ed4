// Limits how many attempts to acquire a process has in flight, for each database: each takes a connection, and so a
// file. Renewals and releases are not limited, so no attempt delays them. Neither are attempts in Workers and on the
// edge, where the platform limits the connections of an invocation, and a cut invocation would never end its attempt.
import { RedisUnreachableError } from "../../base/errors.ts";
import { endsWithInvocation } from "../../base/invocation.ts";
import { settledWithin } from "../../base/timers.ts";

// Less than the 1,024 files that a process may often have.
const MOST_IN_FLIGHT = 500;

/** By database. It grows only with the databases of the program. */
const attempts = new Map<string, AttemptsInFlight>();

/** Returns the attempts on this database; undefined where they are not limited. */
export function attemptsInFlight(database: string): AttemptsInFlight | undefined {
  if (endsWithInvocation()) return undefined;
  const known = attempts.get(database) ?? new AttemptsInFlight();
  attempts.set(database, known);
  return known;
}

class AttemptsInFlight {
  #inFlight = 0;
  /** Those that wait for their turn, in order. */
  readonly #waiting = new Set<() => void>();

  /** Lets an attempt begin, if there is room. Otherwise returns false. */
  enter(): boolean {
    if (this.#inFlight >= MOST_IN_FLIGHT) return false;
    this.#inFlight += 1;
    return true;
  }

  /**
   * Resolves when an attempt that ended has left its place to this one.
   * @param limitMs the longest time to wait, ms
   * @param signal ends this wait, by throwing its reason
   * @throws REDIS_UNREACHABLE when its turn did not come in time
   */
  async turn(limitMs: number, signal: AbortSignal): Promise<void> {
    let isMine = false;
    let end = (): void => {};
    const settled = new Promise<void>((resolve) => {
      end = resolve;
    });
    const take = (): void => {
      isMine = this.#waiting.delete(take);
      end();
    };
    this.#waiting.add(take);
    signal.addEventListener("abort", end);
    await settledWithin(settled, limitMs);
    signal.removeEventListener("abort", end);
    if (isMine) return;
    this.#waiting.delete(take);
    if (signal.aborted) throw signal.reason;
    throw new RedisUnreachableError(`this process waits for the answers to ${MOST_IN_FLIGHT} other attempts`);
  }

  /** Ends an attempt. The next one takes its place. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#inFlight -= 1;
    else next();
  }
}
