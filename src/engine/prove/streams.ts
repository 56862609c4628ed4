// Event streams: whether messages arrive, how late, and whether scripts count their listeners.
import { nowMs } from "../../base/clock.ts";
import { settledWithin } from "../../base/timers.ts";
import type { StreamEnd } from "../../lock/protocol.ts";
import type { RedisPort } from "../../lock/redis/port.ts";
import { type Check, type Outcome, ok, problem, warning } from "./check.ts";
import { median } from "./finding.ts";
import type { TestedDatabase } from "./tested-database.ts";

const MESSAGES = 10;
const OPEN_MS = 6_000;
const MESSAGE_MS = 2_000;

/** One stream that is open, or opens. */
export class Listening {
  /** The messages so far, and for whom each was, if each waiter has a channel. */
  readonly heard: (readonly [payload: string, waiter: string])[] = [];
  readonly end: Promise<StreamEnd>;
  readonly #stop = new AbortController();
  #isOpen = false;
  #changed: () => void = () => {};

  constructor(port: Pick<RedisPort, "follow">, name: string, perWaiter = false) {
    const onSubscribed = (): void => {
      this.#isOpen = true;
      this.#changed();
    };
    const onMessage = (...message: [payload: string, waiter: string]): void => {
      this.heard.push(message);
      this.#changed();
    };
    this.end = port.follow({ name, perWaiter, wakes: () => 1 }, { onSubscribed, onMessage }, this.#stop.signal);
    this.end.then(
      () => this.#changed(),
      () => this.#changed(),
    );
  }

  /** Resolves with whether the stream is open. */
  async opened(): Promise<boolean> {
    if (!this.#isOpen) await this.#change(OPEN_MS);
    return this.#isOpen;
  }

  /** Resolves with whether this message arrives in time. */
  async hears(payload: string): Promise<boolean> {
    const hasHeard = (): boolean => this.heard.some(([heard]) => heard === payload);
    const end = nowMs() + MESSAGE_MS;
    while (!hasHeard() && nowMs() < end) await this.#change(end - nowMs());
    return hasHeard();
  }

  /** Ends the stream by its signal. */
  stop(): Promise<StreamEnd> {
    this.#stop.abort();
    return this.end;
  }

  #change(ms: number): Promise<boolean> {
    const changed = new Promise<void>((resolve) => {
      this.#changed = resolve;
    });
    return settledWithin(changed, ms);
  }
}

/** Publishes numbered messages one by one, and says which arrived. `perWaiter`: over a pattern of channels. */
function heard(database: TestedDatabase, perWaiter: boolean): Promise<Outcome> {
  const name = database.newKey("channel:");
  const waiter = perWaiter ? "waiter" : "";
  const openedAt = nowMs();
  return whileOpen(database, name, perWaiter, async (listening) => {
    const openMs = nowMs() - openedAt;
    const delaysMs: number[] = [];
    const sent = new Set<string>();
    let lost = 0;
    await database.run("PUBLISH", `other:${name}`, "0");
    for (let nth = 1; nth <= MESSAGES && lost < 2; nth += 1) {
      const sentAt = nowMs();
      sent.add(String(nth));
      await database.run("PUBLISH", name + waiter, String(nth));
      if (await listening.hears(String(nth))) delaysMs.push(nowMs() - sentAt);
      else lost += 1;
    }
    // A network may double a message.
    const wrong = listening.heard.find(([payload, of]) => of !== waiter || !sent.has(payload));
    if (wrong !== undefined) return problem(`a message arrived that was not sent: ${JSON.stringify(wrong)}`);
    if (lost > 0) return warning(`${lost} of ${lost + delaysMs.length} messages did not arrive in ${MESSAGE_MS} ms`);
    const end = await listening.stop();
    if (end !== "ended") return problem(`the stream says "${end}" after its signal aborted`);
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
  const listening = new Listening(database, name, perWaiter);
  try {
    return (await listening.opened()) ? await look(listening) : warning("no stream was opened");
  } finally {
    await listening.stop();
  }
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
function countOf(database: TestedDatabase, channel: string): Promise<unknown> {
  return database.script("return redis.call('PUBSUB', 'NUMSUB', ARGV[1])[2]", [], channel);
}

/** What each port must pass, too: see the contract of a port. */
export const MESSAGES_ARRIVE: readonly Check[] = [
  { name: "a stream", means: POLLING, avoid: AGAINST_POLLING, run: (database) => heard(database, false) },
  {
    name: "a stream by pattern",
    means: `fair locks: ${POLLING}`,
    avoid: AGAINST_POLLING,
    run: (database) => heard(database, true),
  },
];

export const STREAMS: readonly Check[] = [
  ...MESSAGES_ARRIVE,
  {
    name: "counted listeners",
    means:
      "a release calls the next waiter of lock and fencedLock, and does not grant it the lock: a hand-over takes longer; ls and inspect() show too few waiters",
    avoid: "do not decide by `waiters`",
    run: countsListeners,
  },
  {
    name: "counted patterns",
    means:
      "Java services that wait for a lock or fencedLock find it free each second, and get no share of it in proportion; inspect() shows `waiters` as unknown, or too many",
    avoid: "beside Java, take fairLock; do not decide by `waiters`",
    run: countsPatterns,
  },
];
