// Proves the promises of the locks on a database, under a prefix of its own.
import { AbortedError, InvalidOptionError, isLockError } from "../../base/errors.ts";
import { timer } from "../../base/timers.ts";
import { isSignal, ownMembers, trueOrFalse } from "../../base/validate.ts";
import type { RedisEndpoint } from "../../lock/options.ts";
import { commandPort } from "../../lock/redis/command-sender.ts";
import { commandsOf } from "../../lock/redis/commands.ts";
import { isRedisPort, type RedisPort } from "../../lock/redis/port.ts";
import { streams } from "../../lock/redis/streams.ts";
import { type Check, messageOf } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { type Finding, isWell } from "./finding.ts";
import { checkGate, fullOr, isThere, NothingProvedError } from "./gate.ts";
import { type Tested, TestedDatabase } from "./tested-database.ts";
import type { Swept } from "./used-keys.ts";

// Twice what a round trip of 50 ms needs.
const LIMIT_MS = 120_000;
const UNANSWERED: readonly string[] = ["REDIS_UNREACHABLE", "OUTCOME_UNKNOWN"];
const TRY_AGAIN = {
  means: "this check proves nothing",
  advice: "run prove again, on a quiet machine and network",
};

/** Options of `prove`. */
export interface ProveOptions {
  /** Also sends SCRIPT FLUSH, after which other programs send their scripts again. Default: false. */
  readonly flushScripts?: boolean | undefined;
  /** Ends the proof early. */
  readonly signal?: AbortSignal | undefined;
}

/** What was found. */
export interface Proof {
  /** Whether no finding is a problem. */
  readonly isWell: boolean;
  /** False if two minutes were too short for all checks. */
  readonly isComplete: boolean;
  /** One for each check, in their order. */
  readonly findings: readonly Finding[];
  /** The number of scripts and commands that were sent. */
  readonly requests: number;
}

/**
 * Tries the promises of the locks on a database, for about half a minute. It makes the checks of `leasehound prove`,
 * with real locks and up to 10,000 commands, under a prefix of its own, and deletes its keys. A port that sends only
 * scripts leaves a few checks "unknown".
 * @param redis the database: a port, or url and token
 * @param options `flushScripts`, default false; `signal` ends it early
 * @returns the findings. A "problem" breaks a promise. A "warning" costs time or requests, or misleads
 * @throws INVALID_OPTION when `redis` or an option is wrong; ABORTED when the signal aborted; REDIS_UNREACHABLE,
 * REDIS_REFUSED or OUTCOME_UNKNOWN when the database does not answer; NothingProvedError when it is full or too slow,
 * when the token may not write, and when it runs no scripts
 * @example
 * const { findings } = await prove(port);
 * const problems = findings.filter(({ health }) => health === "problem"); // [] in a test
 */
export async function prove(redis: RedisPort | RedisEndpoint, options?: ProveOptions): Promise<Proof> {
  const given = ownMembers("options", options, ["flushScripts", "signal"]);
  const mayFlush = trueOrFalse("flushScripts", given?.flushScripts);
  const signal = given?.signal;
  if (signal !== undefined && !isSignal(signal)) throw new InvalidOptionError("signal", "must be an AbortSignal");
  return proofOf({ newPort: portsOf(redis), host: "the database", mayFlush }, signal);
}

/** What differs in the command. */
interface Surroundings {
  /** Deletes the keys at the end. Default: this process does. */
  readonly sweep?: () => Promise<Swept>;
  /** Called when the database has let the proof begin. */
  readonly onStart?: () => void;
}

/** @internal */
export async function proofOf(
  tested: Tested,
  signal?: AbortSignal,
  { sweep, onStart = () => {} }: Surroundings = {},
): Promise<Proof> {
  const database = new TestedDatabase(tested);
  const stop = new Stop(signal);
  const findings: Finding[] = [];
  let swept: Swept | undefined;
  let isComplete = true;
  try {
    await stop.orDone(checkGate(database));
    onStart();
    for (const check of CHECKS) {
      const finding = await stop.orDone(findingOf(check, database));
      findings.push(finding);
      if (!check.isNeeded || finding.health !== "problem") continue;
      await stop.orDone(isThere(database));
      break;
    }
  } catch (error) {
    const isTooSlow = error instanceof NothingProvedError && error.code === "TOO_SLOW";
    if (!isTooSlow || findings.length === 0) throw error;
    isComplete = false;
  } finally {
    stop.end();
    await database.end();
    swept = await (sweep?.() ?? database.deleteKeys());
  }
  const why = isComplete ? "not tried, because locks do not work here" : "not reached: the database is too slow";
  const others = CHECKS.slice(findings.length).map(({ name }) => untried(name, why));
  const all = [...findings, ...others, findingOfKeys(swept)];
  return { isWell: isWell(all), isComplete, findings: all, requests: database.requests };
}

/** Returns what makes the port of one client. @internal */
export function portsOf(redis: RedisPort | RedisEndpoint): () => RedisPort {
  if (isRedisPort(redis)) return () => redis;
  const { send, database, secrets } = commandsOf(redis);
  return () => {
    // Each client opens its streams by itself.
    const { follow } = streams();
    return commandPort({
      ...{ database, secrets },
      // Else one slow command would delay those of other callers.
      send: (command, limits) => send(command, { ...limits, alone: true }),
      follow: (...followed) => follow(redis, ...followed),
    });
  };
}

async function findingOf(check: Check, database: TestedDatabase): Promise<Finding> {
  const { name, means, avoid } = check;
  if (check.ofCommands && !database.sendsCommands) return untried(name, "not tried: this port sends only scripts");
  try {
    const { health, found } = await check.run(database);
    const isHarmful = health === "warning" || health === "problem";
    return { check: name, health, found, ...(isHarmful && { means, advice: avoid }) };
  } catch (error) {
    // Of several callers, one may have failed.
    const cause = error instanceof Error && !isLockError(error) ? (error.cause ?? error) : error;
    const full = fullOr(cause);
    if (full !== undefined) throw full;
    // A database that went away fails every check that follows.
    await isThere(database);
    const found = messageOf(error);
    if (!isLockError(cause) || !UNANSWERED.includes(cause.code))
      return { check: name, health: "problem", found, means, advice: avoid };
    return { check: name, health: "warning", found, ...TRY_AGAIN };
  }
}

function untried(check: string, found: string): Finding {
  return { check, health: "unknown", found };
}

function findingOfKeys({ used, left }: Swept): Finding {
  if (left === 0) return { check: "keys", health: "ok", found: `${used} keys were used, and none is left` };
  return {
    check: "keys",
    health: "warning",
    found: `${left} of ${used} keys are left`,
    means: "they take memory until they expire",
    advice: "delete the keys that begin with prove- or contain {prove-",
  };
}

/** Ends a proof early: by a signal, or when its time is over. */
class Stop {
  readonly #signal: AbortSignal | undefined;
  #reject: (error: Error) => void = () => {};
  readonly #stopped = new Promise<never>((_, reject) => {
    this.#reject = reject;
  });
  readonly #abort = (): void => this.#reject(new AbortedError(this.#signal?.reason));
  readonly #timer = timer(() => {
    const sentence = `the database is too slow: not all checks were made in ${LIMIT_MS / 1_000} s`;
    this.#reject(new NothingProvedError("TOO_SLOW", sentence));
  }, LIMIT_MS);

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#stopped.catch(() => {});
    signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
  }

  /** Resolves as `work` does. Rejects when the proof must end. */
  orDone<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#stopped, work]);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#abort);
  }
}
