// Which waiters of a line a message on the channel of the lock calls.
import { isolateName } from "./isolate-name.ts";
import { headOf, type Line, livingOf, type Waiting } from "./line-state.ts";

// A release of a lock whose waiters stand says by this message that it has called them. The message for all others
// follows at once. On the channel of a semaphore it is a number of permits.
const CALLED_BEFORE = "1000000";
// A release says by this message to waiters that do not stand that the lock has a short lease.
const SHORT_LEASE = "1";
// The message for all others follows the calls at once.
const ANNOUNCED_MS = 1_000;
const CALL_BY_NUMBER = /^([23])(\d{6})(\d*)$/;

/** Those who are called; or how many waiters are served, in order of arrival. */
export type Called = { readonly who: readonly Waiting[] } | { readonly permits: number };

/** `owner`: the end of the channel, after its name. */
export function calledBy(line: Line, payload: string, owner: string, now: number): Called {
  const { waiters, channel } = line;
  if (channel.callsByNumber) return { who: calledByNumber(line, payload, now) };
  if (channel.perWaiter) return { who: waiters.filter((each) => each.owner === owner) };
  return isForOthers(line, payload, now) ? { who: [] } : { permits: channel.wakes(payload) };
}

/** Returns whether a release has called those who stand, of which these waiters are some. */
function isForOthers(line: Line, payload: string, now: number): boolean {
  // Those who stand learn it by their mailbox. A flight ends with this message, too, and calls those who stand.
  const { channel, hasList, hearing } = line;
  if (payload === SHORT_LEASE && (headOf(line, now)?.request ?? "") !== "") return true;
  const isCall = channel.tellsOfCalls === true && payload === CALLED_BEFORE;
  const isAnnounced = now - line.announcedAt < ANNOUNCED_MS;
  line.announcedAt = isCall && hasList && hearing.isLive ? now : Number.NEGATIVE_INFINITY;
  return isCall || isAnnounced;
}

/**
 * The messages of a queue on the channel of releases. A release calls waiters by their numbers. Then it announces
 * itself to all others on the channel: waiters of Redisson, and of locks without this queue. A release of theirs calls
 * no waiter, so the first waiter of each isolate attempts.
 */
function calledByNumber(line: Line, payload: string, now: number): readonly Waiting[] {
  const [isCall, what, isolate, digits = ""] = CALL_BY_NUMBER.exec(payload) ?? [];
  const { waiters } = line;
  if (isCall === undefined) {
    const isAnnounced = now - line.announcedAt < ANNOUNCED_MS;
    line.announcedAt = Number.NEGATIVE_INFINITY;
    return isAnnounced
      ? []
      : livingOf(line, now)
          .slice(0, 1)
          .filter(({ shared, position }) => shared || position <= 1);
  }
  line.announcedAt = now;
  if (isolate !== isolateName()) return [];
  if (what === "2") return waiters.filter(({ number }) => number === Number(digits));
  const before = digits === "" ? Number.POSITIVE_INFINITY : Number(digits);
  return waiters.filter(({ shared, number }) => shared && number < before);
}
