// `leasehound run`: holds a lock while a command runs.
import { hostname } from "node:os";
import { basename } from "node:path";
import { type PlaceFlags, secretVariables } from "../connect.ts";
import { CommandError, EXIT, failureOf } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { RunHold, Service } from "../service.ts";
import { whenStarterEnds } from "../starter.ts";
import { findProgram } from "./find-program.ts";
import type { Exit } from "./guard-messages.ts";
import { type GuardedCommand, prepareCommand } from "./guarded-command.ts";
import { exitCodeOfSignal, PassedSignals } from "./passed-signals.ts";

/** The options of `run` on the command line. */
export interface RunFlags extends Pick<PlaceFlags, "redis"> {
  readonly wait?: number | undefined;
  readonly lease?: number | undefined;
  readonly label?: string | undefined;
  readonly steal?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly permits?: number | undefined;
  readonly killAfter?: number | undefined;
  readonly keepTokens?: boolean | undefined;
}

const KILL_AFTER_MS = 10_000;
// A character has at most 4 bytes.
const LONGEST_LABEL = 64;
/** How often the guard learns how long the lock is held: it must outlast pauses of a busy machine. */
const TELL_GUARD_EVERY_MS = 250;

/**
 * Runs a command under a lock. Returns the exit code of the command, or one of `run`.
 * @throws CommandError and the errors of an acquire, before the command has run
 */
export async function run(
  service: Service,
  output: Output,
  [name, [program = "", ...words], flags]: readonly [name: string, command: readonly string[], flags: RunFlags],
): Promise<number> {
  if (process.platform === "win32") {
    throw new CommandError("UNSUPPORTED", "run needs process groups, which Windows does not have: use WSL", EXIT.usage);
  }
  if (process.versions["bun"] !== undefined) {
    const sentence =
      "run needs Node, because Bun cannot talk to the guard of a command: use npx, or bunx without --bun";
    throw new CommandError("UNSUPPORTED", sentence, EXIT.usage);
  }
  const path = findProgram(program);
  const ofLocks = (["label", "steal", "reason"] as const).find((flag) => flags[flag] !== undefined);
  if (flags.permits !== undefined && ofLocks !== undefined)
    throw new CommandError(
      "INVALID_OPTION",
      `--${ofLocks} is only for a lock: leave it out with --permits`,
      EXIT.usage,
    );
  const what = `${flags.permits === undefined ? "the lock" : "a permit of"} ${JSON.stringify(name)}`;
  const signals = new PassedSignals();
  const stopWatching = whenStarterEnds(() => signals.hangUp());
  // Nothing else may keep this process running while it waits.
  const running = setInterval(() => {}, 60_000);
  try {
    const hold = await service.acquire(name, {
      waitMs: flags.wait ?? 0,
      leaseMs: flags.lease,
      label: flags.label ?? ownLabel(program),
      steal: flags.steal,
      reason: flags.reason,
      permits: flags.permits,
      signal: signals.interrupted,
      onBusy: () => output.remark("waiting", { name }, `waiting for ${what}`),
    });
    return await runUnder(hold, output, name, {
      what,
      words: [path, ...words],
      signals,
      killAfterMs: flags.killAfter ?? KILL_AFTER_MS,
      env: flags.keepTokens ? process.env : without(secretVariables(flags)),
    });
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    throw error;
  } finally {
    clearInterval(running);
    stopWatching();
    signals.stop();
  }
}

/** Returns the host and the program, in at most 256 bytes. Arguments may contain secrets. */
function ownLabel(program: string): string {
  return [...`${hostname()}: ${basename(program)}`].slice(0, LONGEST_LABEL).join("");
}

/** The command needs no right to the locks: it may be any program, such as the build of a pull request. */
function without(secret: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !secret.includes(name)));
}

interface Work {
  /** The lock or permit of `run`, as part of a sentence. */
  readonly what: string;
  readonly words: readonly string[];
  readonly signals: PassedSignals;
  readonly killAfterMs: number;
  /** The variables of the command, besides those that describe the hold. */
  readonly env: NodeJS.ProcessEnv;
}

async function runUnder(hold: RunHold, output: Output, name: string, work: Work): Promise<number> {
  const exit = await runCommand(hold, name, work).catch(async (error: unknown) => {
    await released(hold, output);
    throw error;
  });
  const isHeld = !hold.signal.aborted && (await released(hold, output));
  if (exit === undefined) return work.signals.exitCode ?? EXIT.internal;
  const { code, signal, isOverdue } = exit;
  // A renewal whose answer came too late for the command may have succeeded.
  if (!isHeld || isOverdue) {
    output.remark("lost", { name, code, signal }, `${work.what} was lost while the command ran: check what it did`);
    return EXIT.lost;
  }
  return signal === null ? (code ?? EXIT.internal) : exitCodeOfSignal(signal);
}

/** Runs the command until it has ended. Returns undefined if a signal came first. */
async function runCommand(
  hold: RunHold,
  name: string,
  { words, signals, killAfterMs, ...work }: Work,
): Promise<Exit | undefined> {
  const env = {
    ...work.env,
    LEASEHOUND_LOCK_NAME: name,
    LEASEHOUND_FENCING_TOKEN: hold.fencingToken,
  };
  const command = await prepareCommand(words, env, killAfterMs);
  if (signals.interrupted.aborted) {
    command.end();
    await command.exited;
    return undefined;
  }
  signals.passTo((signal) => command.signal(signal));
  const stopTelling = tellValidity(hold, command);
  for (const end of [hold.signal, signals.interrupted]) end.addEventListener("abort", () => command.end());
  if (hold.signal.aborted) command.end();
  else command.start();
  try {
    return await command.exited;
  } finally {
    stopTelling();
  }
}

/** Tells the guard how long the lock is held, so that it ends the command even if this process is stopped. */
function tellValidity(hold: RunHold, command: GuardedCommand): () => void {
  const tell = (): void => command.validFor(hold.validMs());
  tell();
  const timer = setInterval(tell, TELL_GUARD_EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns whether the lock was held until its release. A release without an answer is no loss: the lease ends it. */
async function released(hold: RunHold, output: Output): Promise<boolean> {
  try {
    return await hold.release();
  } catch (error) {
    const { code, message } = failureOf(error);
    output.remark("release-failing", { code, message }, `${message}; the lock ends with its lease`);
    return true;
  }
}
