// The exit codes of the command, those of sysexits.h where one fits, and the errors that lead to them.
import { isLockError, type LockError, RedisRefusedError, RedisUnreachableError } from "../../base/errors.ts";
import { NothingProvedError } from "../../engine/prove/gate.ts";
import type { Way } from "./way.ts";

/** A code of its own for each decision of a script. `run` ends with the code of its command otherwise. */
export const EXIT = {
  ok: 0,
  /**
   * A question was answered with no: `doctor` found a problem, or `free` was not confirmed, or met another holder or
   * name than it was given.
   */
  no: 1,
  /** `prove` found warnings only, such as no streams. */
  warned: 2,
  usage: 64,
  notALock: 65,
  unreachable: 69,
  internal: 70,
  /** `prove`: the database is full. */
  full: 73,
  /** `prove`: the database was too slow for all checks. */
  unfinished: 74,
  busy: 75,
  refused: 77,
  /** `prove`: the database runs no scripts. */
  noScripts: 78,
  /** The lock was lost while the command of `run` ran. */
  lost: 79,
  /** As of shells: the program of `run` exists, but cannot be executed. */
  notExecutable: 126,
  /** As of shells: there is no such program. */
  notFound: 127,
} as const;

const BY_CODE: Readonly<Record<string, number>> = {
  LOCK_BUSY: EXIT.busy,
  LOCK_LOST: EXIT.lost,
  LOCK_STOLEN: EXIT.lost,
  NOT_A_LOCK: EXIT.notALock,
  INVALID_OPTION: EXIT.usage,
  REDIS_REFUSED: EXIT.refused,
  REDIS_UNREACHABLE: EXIT.unreachable,
  OUTCOME_UNKNOWN: EXIT.unreachable,
  UNEXPECTED_REPLY: EXIT.unreachable,
  FULL: EXIT.full,
  TOO_SLOW: EXIT.unfinished,
  NO_SCRIPTS: EXIT.noScripts,
  HTTP_401: EXIT.refused,
  HTTP_403: EXIT.refused,
};

/** The first words of Redis' errors about a token or password. */
const OF_SECRET: ReadonlySet<string> = new Set(["WRONGPASS", "NOAUTH", "NOPERM"]);

/** A failure of the command itself: one sentence, a code for programs, and an exit code. */
export class CommandError extends Error {
  readonly code: string;
  readonly exitCode: number;

  /**
   * @param code a code of this package's errors or of the lock API, or one of the command
   * @param message one sentence without secrets
   * @param exitCode default: that of the code
   */
  constructor(code: string, message: string, exitCode: number = BY_CODE[code] ?? EXIT.internal) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Nothing was freed: the lock has other holders than the user saw. */
export class HoldersChanged extends CommandError {
  constructor(name: string) {
    super("CHANGED", `the lock ${JSON.stringify(name)} stays as it is: its holders changed meanwhile`, EXIT.no);
  }
}

/**
 * Returns what the command says of an error, and its exit code.
 * @param way to the database that the error is about: the sentence then says where its address, or its token, is given
 */
export function failureOf(error: unknown, way?: Pick<Way, "host" | "givenBy">): CommandError {
  if (error instanceof CommandError) return error;
  if (isLockError(error))
    return new CommandError(error.code, error.message + (way === undefined ? "" : given(error, way)));
  // A program that reads codes knows the refusal of a write as REDIS_REFUSED.
  if (error instanceof NothingProvedError)
    return new CommandError(error.code === "READ_ONLY" ? "REDIS_REFUSED" : error.code, error.message);
  const { message = String(error) } = error instanceof Error ? error : {};
  return new CommandError("INTERNAL", message.split("\n")[0] ?? "");
}

function given(error: LockError, { host, givenBy: { address, secret } }: Pick<Way, "host" | "givenBy">): string {
  if (error instanceof RedisUnreachableError) return error.redisCode === "" ? ` (${address} names ${host})` : "";
  return error instanceof RedisRefusedError && OF_SECRET.has(error.redisCode) ? ` (${secret} has it)` : "";
}
