// One lock: its state, its holders and its queue.

import type { InspectedHolder, InspectedLock, InspectedWaiter } from "../../hold/lock-inspection.ts";
import { duration } from "../duration.ts";
import { Holder } from "./holder.tsx";
import type { Html } from "./html.ts";

interface LockDetailsProps {
  readonly lock: InspectedLock;
  /** Epoch ms. */
  readonly now: number;
}

export function LockDetails({ lock, now }: LockDetailsProps): Html {
  const { kind, mode, remainingMs, holders, holderCount, queue, queueLength, isolates, listeners } = lock;
  return (
    <>
      <p>
        {kind === "free"
          ? "The lock is free."
          : `The lock is held (${mode}). It will be free in ${duration(remainingMs)}, unless it is renewed.`}{" "}
        {`Waiters in its queue: ${queueLength}. Isolates that wait in no queue: ${isolates}. Connections that listen for its release: ${listeners}.`}
      </p>
      {holders.length === 0 ? null : (
        <table>
          <caption>{counted("Holders", holders.length, holderCount)}</caption>
          <thead>
            <tr>
              <th scope="col">Holder</th>
              <th scope="col">Mode</th>
              <th scope="col">Held for</th>
              <th scope="col">Lease left</th>
              <th scope="col">Holds</th>
              <th scope="col">Watchdog</th>
            </tr>
          </thead>
          <tbody>
            {holders.map((holder) => (
              <HolderRow holder={holder} now={now} />
            ))}
          </tbody>
        </table>
      )}
      {queue.length === 0 ? null : (
        <table>
          <caption>{counted("Queue", queue.length, queueLength)}</caption>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Waiter</th>
              <th scope="col">Last tried</th>
            </tr>
          </thead>
          <tbody>
            {queue.map((waiter) => (
              <WaiterRow waiter={waiter} />
            ))}
          </tbody>
        </table>
      )}
    </>
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
  const { position, owner, silentMs, origin } = waiter;
  return (
    <tr>
      <td data-title="Place">{position}</td>
      <th scope="row">
        <Holder label="" owner={owner} origin={origin} />
      </th>
      <td data-title="Last tried">{silentMs === undefined ? "unknown" : `${duration(silentMs)} ago`}</td>
    </tr>
  );
}

/** Returns an instant in UTC, to the second. */
function utc(at: number): string {
  return new Date(at).toISOString().replace("T", " ").replace(/\..*/, " UTC");
}

function watchdogText(until: InspectedHolder["handedOffUntil"], now: number): string {
  if (until === undefined) return "no";
  return until === "unknown" ? "does not answer" : `keeps it for ${duration(until - now)}`;
}

function counted(what: string, shown: number, count: number): string {
  return shown < count ? `${what}: the first ${shown} of ${count}` : what;
}
