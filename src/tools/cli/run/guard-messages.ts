// The messages between `run` and its guard: JSON, one per line, over the guard's file descriptor 3.
import type { Duplex } from "node:stream";

/** From `run` to the guard. */
export type Order =
  /** Run the command: `run` knows its process by now. */
  | { readonly type: "start" }
  /** The lock is held for `ms` from `sentAt`, epoch ms: end the command then, unless another order comes before. */
  | { readonly type: "valid"; readonly ms: number; readonly sentAt: number }
  /** End the command. */
  | { readonly type: "end" };

/** From the guard to `run`. */
export type Report =
  /** The process of the command exists and waits for "start". */
  | { readonly type: "ready"; readonly pid: number }
  /** The command and its process group have ended. */
  | ({ readonly type: "exited" } & Exit);

/** How a process ended: the code or the signal is null. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Whether the guard ended it because no order said that the lock was still held. */
  readonly isOverdue: boolean;
}

export function send<Message extends Order | Report>(link: Duplex, message: Message): void {
  if (link.writable) link.write(`${JSON.stringify(message)}\n`);
}

/** Calls `receive` for each message. Each end trusts the other one, because both are of one copy of this package. */
export function listen<Message extends Order | Report>(link: Duplex, receive: (message: Message) => void): void {
  let text = "";
  link.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) receive(JSON.parse(line));
  });
}
