// The table of the held locks.

import { printable } from "../../../base/errors.ts";
import { shownMode, shownWaiters } from "../../../lock/kinds/describe-locks.ts";
import type { Order } from "../../../lock/kinds/lock-order.ts";
import { allows } from "../../access/tokens.ts";
import type { Capability } from "../../api/contract/vocabulary.ts";
import { duration } from "../duration.ts";
import type { HeldLocks, WatchedLock } from "../lock-watch.ts";
import { queryOf, rowsOf, type Wish } from "../rows.ts";
import { Holder, Lease } from "./holder.tsx";
import { Fragment, type Html, h } from "./html.ts";

interface LockTableProps {
  readonly base: string;
  readonly held: HeldLocks;
  readonly wish: Wish;
  readonly viewer: Capability;
  /** The prefix of the names. */
  readonly prefix: string;
  /** Epoch ms. */
  readonly now: number;
}

const COLUMNS: readonly { readonly title: string; readonly order?: Order }[] = [
  { title: "Lock", order: "name" },
  { title: "Mode" },
  { title: "Holder" },
  { title: "Held for", order: "age" },
  { title: "Lease left", order: "lease" },
  { title: "Waiting", order: "waiters" },
];

/** How the numbers or texts of a column change from the top to the bottom: the oldest hold comes first. */
const DIRECTIONS: Record<Order, "ascending" | "descending"> = {
  name: "ascending",
  age: "descending",
  lease: "ascending",
  waiters: "descending",
};

const MODES: Record<WatchedLock["mode"], string> = {
  exclusive: "one holder at a time",
  read: "other readers may join",
  write: "one writer, and no readers",
};

export function LockTable({ base, held, wish, viewer, prefix, now }: LockTableProps): Html {
  const { shown, count } = rowsOf(held.locks, wish);
  return (
    <>
      <p id="count">{sentence(held, count, shown.length, wish.filter, prefix)}</p>
      {viewer.names.includes("*") ? null : (
        <p class="hint">
          You see locks of these names only: <bdi>{viewer.names.map(printable).join(", ")}</bdi>
        </p>
      )}
      {count > 0 || wish.filter === "" ? null : (
        <p>
          A new lock appears here within 30 s.{" "}
          {allows(viewer, "inspect", wish.filter) ? (
            <a href={`${base}${queryOf({ ...wish, lock: wish.filter })}`}>
              Show the lock <bdi>{printable(wish.filter)}</bdi>
            </a>
          ) : null}
        </p>
      )}
      {shown.length === 0 ? null : (
        <section class="scrolls" tabindex={0} aria-label="Held locks">
          <table>
            <thead>
              <tr>
                {COLUMNS.map(({ title, order }) => (
                  <Head base={base} title={title} order={order} wish={wish} />
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((lock) => (
                <Row base={base} lock={lock} wish={wish} viewer={viewer} now={now} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

interface HeadProps {
  readonly base: string;
  readonly title: string;
  readonly order: Order | undefined;
  readonly wish: Wish;
}

function Head({ base, title, order, wish }: HeadProps): Html {
  if (order === undefined) return <th scope="col">{title}</th>;
  const isSorted = wish.order === order;
  return (
    <th scope="col" aria-sort={isSorted ? DIRECTIONS[order] : "none"}>
      <a href={base + queryOf({ ...wish, order })}>{title}</a>
    </th>
  );
}

interface RowProps {
  readonly base: string;
  readonly lock: WatchedLock;
  readonly wish: Wish;
  readonly viewer: Capability;
  readonly now: number;
}

function Row({ base, lock, wish, viewer, now }: RowProps): Html {
  const { name, mode, remainingMs, leaseMs, holder, holderCount } = lock;
  const isChosen = name === wish.lock;
  return (
    <tr class={isChosen ? "chosen" : undefined}>
      <th scope="row">
        {allows(viewer, "inspect", name) ? (
          <a href={`${base}${queryOf({ ...wish, lock: name })}`} aria-current={isChosen ? "true" : undefined}>
            <bdi>{printable(name)}</bdi>
          </a>
        ) : (
          <bdi>{printable(name)}</bdi>
        )}
      </th>
      <td data-title="Mode" title={MODES[mode]}>
        {shownMode(lock)}
      </td>
      <td data-title="Holder">
        <Holder {...holder} />
        {holderCount > 1 ? ` and ${holderCount - 1} more` : null}
      </td>
      <td data-title="Held for">{holder.since === undefined ? "unknown" : duration(now - holder.since)}</td>
      <td data-title="Lease left">
        <Lease remainingMs={remainingMs} leaseMs={leaseMs} />
      </td>
      <td data-title="Waiting" class={Number(lock.waiters) > 0 ? "waits" : undefined}>
        {shownWaiters(lock)}
      </td>
    </tr>
  );
}

/** Says how many locks are held, and whether the table omits some. */
function sentence({ locks, isPart }: HeldLocks, count: number, shown: number, filter: string, prefix: string): string {
  const inRedis = prefix === "" ? "" : ` In Redis, "${printable(prefix)}" precedes each name.`;
  const more = isPart ? " There may be more: not all keys of the database were scanned." : "";
  if (locks.length === 0) return `No lock is held.${more}${inRedis}`;
  const held = locks.length === 1 ? "1 lock is held" : `${locks.length} locks are held`;
  const filtered = filter === "" ? "" : ` ${count} of them ${count === 1 ? "matches" : "match"} the filter.`;
  const cut = shown < count ? ` The first ${shown} are shown: filter to see others.` : "";
  return `${held}.${filtered}${cut}${more}${inRedis}`;
}
