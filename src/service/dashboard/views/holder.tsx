// The holder of a lock, and its remaining lease.
import { printable } from "../../../base/errors.ts";
import type { Origin } from "../../../lock/hold/lock-inspection.ts";
import { duration } from "../duration.ts";
import { Fragment, type Html, h } from "./html.ts";

interface HolderProps {
  readonly label: string;
  readonly owner: string;
  readonly origin: Origin;
}

/** The label if there is one, and the owner. */
export function Holder({ label, owner, origin }: HolderProps): Html {
  return (
    <>
      {label === "" ? null : <bdi class="label">{printable(label)}</bdi>} <bdi class="owner">{printable(owner)}</bdi>
      {origin === "redisson" ? <span class="java"> Java</span> : null}
    </>
  );
}

interface LeaseProps {
  readonly remainingMs: number;
  /** The longest lease of this holder that was seen, in ms: a full bar. */
  readonly leaseMs: number;
}

/** The remaining lease, in words and as a bar. */
export function Lease({ remainingMs, leaseMs }: LeaseProps): Html {
  return (
    <>
      <span class="left">{duration(remainingMs)}</span>{" "}
      <progress
        title={`of ${duration(leaseMs)}`}
        max={Math.max(leaseMs, 1)}
        value={Math.max(remainingMs, 0)}
        aria-hidden="true"
      ></progress>
    </>
  );
}
