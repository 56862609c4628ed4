// Limits how many attempts to acquire a process has in flight, for each database: each takes a connection, and so a
// file. Renewals and releases are not limited, so no attempt delays them. Neither are attempts in Workers and on the
// edge, where the platform limits the connections of an invocation, and a cut invocation would never end its attempt.
import { RedisUnreachableError } from "../errors.ts";
import { endsWithInvocation } from "../invocation.ts";
import { settledWithin } from "../wait/sleep.ts";

// Less than the 1,024 files that a process may often have.
const MOST_IN_FLIGHT = 500;

interface Attempts {
  inFlight: number;
  /** Those that wait for their turn, in order. */
  readonly waiting: Set<() => void>;
}

/** By database. It grows only with the databases of the program. */
const attempts = new Map<string, Attempts>();

/**
 * Runs an attempt when it is its turn.
 * @param limitMs the longest time to wait for the turn, ms
 * @param signal ends this wait, by throwing its reason
 * @throws REDIS_UNREACHABLE when its turn did not come in time, and what `send` throws
 */
export async function inTurn<Reply>(
  database: string,
  { limitMs, signal }: { readonly limitMs: number; readonly signal: AbortSignal },
  send: () => Promise<Reply>,
): Promise<Reply> {
  if (endsWithInvocation()) return send();
  const of = attempts.get(database) ?? { inFlight: 0, waiting: new Set() };
  attempts.set(database, of);
  if (of.inFlight >= MOST_IN_FLIGHT) await turn(of, limitMs, signal);
  else of.inFlight += 1;
  try {
    return await send();
  } finally {
    const [next] = of.waiting;
    // The next one takes the place of this one.
    if (next === undefined) of.inFlight -= 1;
    else next();
  }
}

/** Resolves when an attempt that ended has left its place. */
async function turn({ waiting }: Attempts, limitMs: number, signal: AbortSignal): Promise<void> {
  let isMine = false;
  let end = (): void => {};
  const settled = new Promise<void>((resolve) => {
    end = resolve;
  });
  const take = (): void => {
    isMine = waiting.delete(take);
    end();
  };
  waiting.add(take);
  signal.addEventListener("abort", end);
  await settledWithin(settled, limitMs);
  signal.removeEventListener("abort", end);
  if (isMine) return;
  waiting.delete(take);
  if (signal.aborted) throw signal.reason;
  throw new RedisUnreachableError(`this process waits for the answers to ${MOST_IN_FLIGHT} other attempts`);
}
