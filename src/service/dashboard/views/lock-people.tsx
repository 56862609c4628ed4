// The holders and the queue of one lock, as tables.
import type { InspectedHolder, InspectedLock, InspectedWaiter } from "../../../lock/hold/lock-inspection.ts";
import { duration, utc } from "../duration.ts";
import { Holder } from "./holder.tsx";
import { type Child, Fragment, type Html, h } from "./html.ts";

const OF_HOLDERS = ["Holder", "Mode", "Held for", "Lease left", "Holds", "Watchdog"];
const OF_WAITERS = ["Place", "Waiter", "Mode", "Last tried"];

interface LockPeopleProps {
  readonly lock: InspectedLock;
  /** Epoch ms. */
  readonly now: number;
}

/** The tables. One holder needs none, because the answers above describe it. */
export function LockPeople({ lock, now }: LockPeopleProps): Html {
  const { holders, holderCount, queue, queueLength } = lock;
  return (
    <>
      {holderCount < 2 ? null : (
        <Titled caption={counted("Holders", holders.length, holderCount)} columns={OF_HOLDERS}>
          {holders.map((holder) => (
            <HolderRow holder={holder} now={now} />
          ))}
        </Titled>
      )}
      {queue.length === 0 ? null : (
        <Titled caption={counted("Queue", queue.length, queueLength)} columns={OF_WAITERS}>
          {queue.map((waiter) => (
            <WaiterRow waiter={waiter} />
          ))}
        </Titled>
      )}
    </>
  );
}

interface TitledProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly children: Child;
}

/** A table with a caption and a title for each column. */
function Titled({ caption, columns, children }: TitledProps): Html {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((title) => (
            <th scope="col">{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function HolderRow({ holder, now }: { readonly holder: InspectedHolder; readonly now: number }): Html {
  const { mode, since, remainingMs, holds, handedOffUntil } = holder;
  return (
    <tr>
      <th scope="row">
        <Holder {...holder} />
      </th>
      <td data-title="Mode">{mode}</td>
      <td data-title="Held for">{since === undefined ? "unknown" : `${duration(now - since)}, since ${utc(since)}`}</td>
      <td data-title="Lease left">{remainingMs === 0 ? "ended" : duration(remainingMs)}</td>
      <td data-title="Holds">{holds}</td>
      <td data-title="Watchdog">{watchdogText(handedOffUntil, now)}</td>
    </tr>
  );
}

function WaiterRow({ waiter }: { readonly waiter: InspectedWaiter }): Html {
  const { position, owner, mode, label = "", silentMs, origin } = waiter;
  return (
    <tr>
      <td data-title="Place">{position}</td>
      <th scope="row">
        <Holder label={label} owner={owner} origin={origin} />
      </th>
      <td data-title="Mode">{mode}</td>
      <td data-title="Last tried">{silentMs === undefined ? "unknown" : `${duration(silentMs)} ago`}</td>
    </tr>
  );
}

function watchdogText(until: InspectedHolder["handedOffUntil"], now: number): string {
  if (until === undefined) return "no";
  return until === "unknown" ? "does not answer" : `keeps it for ${duration(until - now)}`;
}

function counted(what: string, shown: number, count: number): string {
  return shown < count ? `${what}: the first ${shown} of ${count}` : what;
}
