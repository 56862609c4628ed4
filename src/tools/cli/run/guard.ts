// The guard: a process between `run` and its command. It ends the command's process group when `run` says so, or dies,
// even by SIGKILL. It also does so when the lock's validity ends by its own clocks. Arguments: how long after SIGTERM
// it sends SIGKILL, in ms; the command's program and arguments.
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { epochNowMs, nowMs } from "../../../base/clock.ts";
import { endGroup, groupRuns } from "./group.ts";
import { type Exit, listen, type Order, type Report, send } from "./guard-messages.ts";

const LINK = 3;
/**
 * Waits for a line before it becomes the command. If the guard dies earlier, `run` may not know this process yet, but
 * the pipe closes and it exits.
 */
const GATE = 'read -r _ <&3 && exec "$0" "$@" 3<&-';

/** The clocks are read this often: a timer is late by the time for which the machine was suspended. */
const LOOK_EVERY_MS = 500;

const [, , killAfterMs = "", ...words] = process.argv;

const link = new Socket({ fd: LINK, readable: true, writable: true });
// Signals are for the command: `run` passes them on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
link.on("error", () => {});

const command = spawn("/bin/sh", ["-c", GATE, ...words], {
  stdio: ["inherit", "inherit", "inherit", "pipe"],
  // A process group of its own.
  detached: true,
});
const gate = command.stdio[LINK];
gate?.on("error", () => {});
let validUntil = Number.POSITIVE_INFINITY;
let nextLook: NodeJS.Timeout | undefined;
let ending: Promise<void> | undefined;
let isOverdue = false;
let hasExited = false;

command.once("error", () => finish(126, null));
command.once("exit", async (code, signal) => {
  hasExited = true;
  clearTimeout(nextLook);
  // What the command left running in its group must not outlive the lock.
  if (command.pid !== undefined && groupRuns(command.pid)) await end();
  finish(code, signal);
});
listen(link, obey);
link.once("close", end).once("end", end);
if (command.pid !== undefined) send<Report>(link, { type: "ready", pid: command.pid });

function obey(order: Order): void {
  // Another group may have its id by now.
  if (hasExited) return;
  if (order.type === "start" && isWritable(gate)) gate.end("start\n");
  if (order.type === "end") void end();
  if (order.type === "valid") {
    // The machine may have been suspended since this order was sent.
    validUntil = nowMs() + order.ms - Math.max(0, epochNowMs() - order.sentAt);
    lookAgain();
  }
}

function lookAgain(): void {
  clearTimeout(nextLook);
  const leftMs = validUntil - nowMs();
  // Timers come before messages: after a pause of this process, a newer order may have arrived.
  nextLook = setTimeout(() => setImmediate(look), Math.max(0, Math.min(leftMs, LOOK_EVERY_MS)));
}

function look(): void {
  if (validUntil > nowMs()) {
    lookAgain();
    return;
  }
  isOverdue = true;
  void end();
}

function end(): Promise<void> {
  clearTimeout(nextLook);
  if (command.pid !== undefined) ending ??= endGroup(command.pid, Number(killAfterMs));
  return ending ?? Promise.resolve();
}

function finish(code: Exit["code"], signal: Exit["signal"]): void {
  send<Report>(link, { type: "exited", code, signal, isOverdue });
  // `run` closes the link when it has read this. If it was stopped, it first writes orders: to a process that has exited,
  // that would fail, and the report would be lost.
  link.off("close", end).off("end", end);
  link.once("close", () => process.exit()).end();
  if (link.destroyed) process.exit();
}

function isWritable(stream: unknown): stream is Duplex {
  return stream instanceof Socket;
}
