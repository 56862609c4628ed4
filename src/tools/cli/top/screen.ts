// What `leasehound top` draws: plain text, line by line. The caller writes it to the terminal.
import { printable } from "../../../base/errors.ts";
import { shownMode, waitersOf } from "../../../lock/kinds/describe-locks.ts";
import { ageOf } from "../commands/ls.ts";
import { shortDuration } from "../duration.ts";
import type { HeldLock } from "../service.ts";
import { shortened } from "../table.ts";
import { ORDERS, type Order } from "./order.ts";

/** All that is on the screen. */
export interface View {
  readonly locks: readonly HeldLock[];
  readonly order: Order;
  /** The name of the chosen lock. */
  readonly chosen: string | undefined;
  /** The lock whose name is being typed to free it, and the text so far. */
  readonly asked: { readonly name: string; readonly typed: string } | undefined;
  /** What happened last: one sentence, or "". */
  readonly news: string;
}

/** The lines that are not locks: the title, the head, a blank line, the news and the keys. */
const FIXED_LINES = 5;
const NARROWEST_NAME = 20;
const KEYS = `up/down choose   ${Object.entries(ORDERS)
  .map(([key, order]) => `${key} ${order}`)
  .join("   ")}   f free   q quit`;
const REVERSE = "\u001b[7m";
const PLAIN = "\u001b[0m";

/** Returns the lines of the screen, each of at most `columns` characters besides its colours. */
export function draw(view: View, columns: number, lines: number): string[] {
  const { locks, order, chosen, asked, news } = view;
  const most = Math.max(1, lines - FIXED_LINES);
  const at = locks.findIndex(({ name }) => name === chosen);
  const first = Math.max(0, Math.min(at - most + 1, locks.length - most));
  const nameWidth = Math.max(NARROWEST_NAME, Math.floor(columns / 3));
  const body = locks.slice(first, first + most).map((lock) => {
    const line = fitted(cells(lock), nameWidth, columns);
    return lock.name === chosen ? `${REVERSE}${line.padEnd(columns)}${PLAIN}` : line;
  });
  const question =
    asked === undefined ? news : `Type ${JSON.stringify(asked.name)} to free it, Esc to leave it: ${asked.typed}`;
  return [
    shortened(`leasehound top: ${locks.length} locks are held, by ${order}`, columns),
    fitted(["NAME", "MODE", "HELD", "LEFT", "WAITERS", "LABEL OR OWNER"], nameWidth, columns),
    ...body,
    "",
    shortened(printable(question), columns),
    shortened(KEYS, columns),
  ];
}

function cells(lock: HeldLock): string[] {
  const { name, remainingMs, holder } = lock;
  const who = holder.label === "" ? holder.owner : holder.label;
  return [name, shownMode(lock), ageOf(holder), shortDuration(remainingMs), String(waitersOf(lock)), who].map(
    printable,
  );
}

function fitted(texts: readonly string[], nameWidth: number, columns: number): string {
  const widths = [nameWidth, 9, 7, 7, 7];
  const padded = texts.map((text, at) => {
    const width = widths[at];
    return width === undefined ? text : shortened(text, width).padEnd(width);
  });
  return shortened(padded.join("  "), columns);
}
