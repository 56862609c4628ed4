// Event streams: whether messages arrive, how late, and whether scripts count their listeners.
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../../base/clock.ts";
import { median } from "../doctor/finding.ts";
import { type Check, type Outcome, ok, problem, warning } from "./check.ts";
import type { TestedDatabase } from "./tested-database.ts";

const MESSAGES = 10;
const OPEN_MS = 6_000;
const MESSAGE_MS = 2_000;

/** Publishes numbered messages one by one, and says which arrived. `perWaiter`: over a pattern of channels. */
function heard(database: TestedDatabase, perWaiter: boolean): Promise<Outcome> {
  const name = database.newKey("channel");
  const openedAt = nowMs();
  return whileOpen(database, name, perWaiter, async (listening) => {
    const openMs = nowMs() - openedAt;
    const delaysMs: number[] = [];
    let lost = 0;
    for (let nth = 1; nth <= MESSAGES && lost < 2; nth += 1) {
      const sentAt = nowMs();
      const arrived = listening.message(String(nth));
      await database.run("PUBLISH", perWaiter ? `${name}waiter` : name, String(nth));
      if (await arrived) delaysMs.push(nowMs() - sentAt);
      else lost += 1;
    }
    if (lost > 0) return warning(`${lost} of ${lost + delaysMs.length} messages did not arrive in ${MESSAGE_MS} ms`);
    const ms = median(delaysMs).toFixed(0);
    return ok(
      `opened in ${openMs.toFixed(0)} ms; ${MESSAGES} of ${MESSAGES} messages, ${ms} ms after they were sent (median)`,
    );
  });
}

/** Opens a stream, looks at it, and closes it. */
async function whileOpen(
  database: TestedDatabase,
  name: string,
  perWaiter: boolean,
  look: (listening: Listening) => Promise<Outcome>,
): Promise<Outcome> {
  const listening = new Listening();
  const ended = database.follow(name, perWaiter, listening, listening.signal);
  try {
    return (await listening.subscribed(ended)) ? await look(listening) : warning("no stream was opened");
  } finally {
    listening.stop();
    await ended;
  }
}

/** Awaits the confirmation and the messages of one stream. */
class Listening {
  readonly #end = new AbortController();
  #onSubscribed: (isOpen: boolean) => void = () => {};
  #onMessage: (payload: string) => void = () => {};
  readonly #isOpen = new Promise<boolean>((resolve) => {
    this.#onSubscribed = resolve;
  });

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  readonly onSubscribed = (): void => this.#onSubscribed(true);
  readonly onMessage = (payload: string): void => this.#onMessage(payload);

  stop(): void {
    this.#end.abort();
  }

  /** Resolves with whether the stream is open. */
  subscribed(ended: Promise<void>): Promise<boolean> {
    return Promise.race([this.#isOpen, ended.then(() => false), after(OPEN_MS)]);
  }

  /** Resolves with whether this message arrives in time. */
  message(payload: string): Promise<boolean> {
    const arrived = new Promise<boolean>((resolve) => {
      this.#onMessage = (heard) => {
        if (heard === payload) resolve(true);
      };
    });
    return Promise.race([arrived, after(MESSAGE_MS)]);
  }
}

/** Resolves with false after a time, for which the process need not live. */
export async function after(ms: number): Promise<boolean> {
  await sleep(ms, undefined, { ref: false });
  return false;
}

export const POLLING = "a release does not wake waiters: they poll, which costs up to pollMs, and more commands";
export const AGAINST_POLLING =
  'allow SUBSCRIBE, PSUBSCRIBE and PUBLISH, and event streams in proxies; else acquire with wait: "poll", and set pollMs';

/** The script that counts listeners, with a stream open. */
function countsListeners(database: TestedDatabase): Promise<Outcome> {
  const name = database.newKey("listeners");
  return whileOpen(database, name, false, async () => {
    const count = await countOf(database, name);
    if (count === 1) return ok("PUBSUB NUMSUB in a script counts the open stream: releases grant locks by message");
    const found = `PUBSUB NUMSUB in a script answers ${JSON.stringify(count)} while one stream is open`;
    return count === 0 ? warning(found) : problem(found);
  });
}

/** The same, with a stream by pattern open, which does not count. */
function countsPatterns(database: TestedDatabase): Promise<Outcome> {
  const name = database.newKey("listeners");
  return whileOpen(database, name, true, async () => {
    const count = await countOf(database, name);
    if (count === 0) return ok("PUBSUB NUMSUB in a script does not count a stream by pattern");
    return warning(`PUBSUB NUMSUB in a script answers ${JSON.stringify(count)} for a stream by pattern`);
  });
}

/** Returns how many followers of a channel a script counts. */
async function countOf(database: TestedDatabase, channel: string): Promise<unknown> {
  const reply = await database.run("EVAL", "return redis.call('PUBSUB', 'NUMSUB', ARGV[1])", "0", channel);
  return Array.isArray(reply) ? reply[1] : undefined;
}

export const STREAMS: readonly Check[] = [
  { name: "a stream", means: POLLING, avoid: AGAINST_POLLING, run: (database) => heard(database, false) },
  {
    name: "a stream by pattern",
    means: `fair locks: ${POLLING}`,
    avoid: AGAINST_POLLING,
    run: (database) => heard(database, true),
  },
  {
    name: "counted listeners",
    means:
      "a release calls the next waiter of lock and fencedLock, and does not grant it the lock: a hand-over takes longer; ls and inspect() show too few waiters",
    avoid: "do not decide by `listeners`",
    run: countsListeners,
  },
  {
    name: "counted patterns",
    means:
      "Java services that wait for a lock or fencedLock find it free each second, and get no share of it in proportion; inspect() shows too many listeners",
    avoid: "beside Java, take fairLock; do not decide by `listeners`",
    run: countsPatterns,
  },
];
