// The command line of npm run bench -- handover.
import { wholeNumbers } from "../whole-numbers.ts";

export interface HandoverOptions {
  /** One of them only holds first; each of the others waits. */
  readonly isolates: number;
  /** How often each waiter acquires. */
  readonly rounds: number;
  /** The duration of each hold. */
  readonly heldMs: number;
  readonly roundTripMs: number;
  /** How many isolates are killed while they wait. Their connections end. */
  readonly kill: number;
  /** The same, but their connections stay half open. */
  readonly halfOpen: number;
  /** How many waiters abort just before the first release. Their isolates live. */
  readonly cut: number;
  /** How many isolates hear no message from then on, although their streams stay open. */
  readonly mute: number;
}

/** `--isolates 100 --rounds 1 --held 10 --rtt 20 --kill 0 --half-open 0 --cut 0 --mute 0`. */
export function parseHandoverOptions(args: string[]): HandoverOptions {
  const defaults = { isolates: 100, rounds: 1, held: 10, rtt: 20, kill: 0, "half-open": 0, cut: 0, mute: 0 };
  const options = Object.entries(defaults).map(([name, value]) => `[--${name} ${value}]`);
  return wholeNumbers(args, `usage: npm run bench -- handover ${options.join(" ")}`, defaults, (whole) => {
    const isolates = whole("isolates", 2, 1_000);
    const failing = { kill: whole("kill", 0, isolates - 2), halfOpen: whole("half-open", 0, isolates - 2) };
    const others = { cut: whole("cut", 0, isolates - 2), mute: whole("mute", 0, isolates - 1) };
    if (failing.kill + failing.halfOpen + others.cut + others.mute >= isolates - 1) {
      throw new Error("one waiter at least must be left alone");
    }
    return {
      ...{ isolates, ...failing, ...others },
      rounds: whole("rounds", 1, 1_000),
      heldMs: whole("held", 0, 60_000),
      roundTripMs: whole("rtt", 2, 1_000),
    };
  });
}
