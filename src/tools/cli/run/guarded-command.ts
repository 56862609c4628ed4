// The command of `run`, as `run` sees it: behind a guard, which ends it when this process dies.
import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { epochNowMs } from "../../../base/clock.ts";
import { CommandError } from "../exit-code.ts";
import { endGroup, signalGroup } from "./group.ts";
import { type Exit, listen, type Order, type Report, send } from "./guard-messages.ts";

const GUARD = fileURLToPath(new URL("./guard.js", import.meta.url));
const LINK = 3;

/** Starts the guard and the process of the command, which waits for `start()`. */
export function prepareCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  killAfterMs: number,
): Promise<GuardedCommand> {
  const guard = spawn(process.execPath, [GUARD, String(killAfterMs), ...words], {
    stdio: ["inherit", "inherit", "inherit", "pipe"],
    env,
    // A session of its own: the terminal's Ctrl-C must not end it before the command.
    detached: true,
  });
  const link = guard.stdio[LINK];
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new CommandError("INTERNAL", "the guard of the command cannot be started"));
    guard.once("error", fail).once("exit", fail);
    if (!(link instanceof Socket)) return;
    link.on("error", () => {});
    const prepared = new Prepared(guard, link, killAfterMs, resolve);
    prepared.listen();
  });
}

/** A command whose guard runs. */
export interface GuardedCommand {
  /** Resolves when the command and its process group have ended. */
  readonly exited: Promise<Exit>;
  /** Runs the command. */
  start(): void;
  /** Sends a signal to the process group of the command. */
  signal(name: NodeJS.Signals): void;
  /** Tells the guard for how long the lock is held. It ends the command then. */
  validFor(ms: number): void;
  /** Ends the command: by SIGTERM, later by SIGKILL. */
  end(): void;
}

class Prepared implements GuardedCommand {
  readonly exited: Promise<Exit>;
  readonly #link: Socket;
  readonly #killAfterMs: number;
  readonly #ready: (command: GuardedCommand) => void;
  #pid = 0;
  #hasExited = false;
  #resolve: (exit: Exit) => void = () => {};

  constructor(guard: ChildProcess, link: Socket, killAfterMs: number, ready: (command: GuardedCommand) => void) {
    this.#link = link;
    this.#killAfterMs = killAfterMs;
    this.#ready = ready;
    this.exited = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    // Its last message may still be on the way when it exits.
    guard.once("close", () => this.#guardEnded());
  }

  listen(): void {
    listen<Report>(this.#link, (report) => {
      if (report.type === "ready") {
        this.#pid = report.pid;
        this.#ready(this);
      } else {
        this.#hasExited = true;
        this.#resolve(report);
      }
    });
  }

  start(): void {
    send<Order>(this.#link, { type: "start" });
  }

  signal(name: NodeJS.Signals): void {
    // After its end, another group may have this id.
    if (!this.#hasExited) signalGroup(this.#pid, name);
  }

  validFor(ms: number): void {
    send<Order>(this.#link, { type: "valid", ms, sentAt: epochNowMs() });
  }

  end(): void {
    send<Order>(this.#link, { type: "end" });
  }

  /** Does what the guard would have done, if somebody killed it. */
  async #guardEnded(): Promise<void> {
    // After the report, another group may have this id.
    if (this.#hasExited) return;
    if (this.#pid !== 0) await endGroup(this.#pid, this.#killAfterMs);
    this.#resolve({ code: null, signal: "SIGKILL", isOverdue: false });
  }
}
