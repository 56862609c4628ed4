// The rows of all replay tables.
import { byOwnerReplayTable } from "./by-owner.ts";
import { counterReplayTable } from "./counters.ts";
import { fairReplayTable } from "./fair.ts";
import { fairReadWriteReplayTable } from "./fair-read-write.ts";
import { fenceReplayTable } from "./fence.ts";
import { fencedReplayTable } from "./fenced.ts";
import { flightReplayTable } from "./flight.ts";
import { multiLockReplayTable } from "./multi-lock.ts";
import { passReplayTable } from "./pass.ts";
import { permitReplayTable } from "./permits.ts";
import { readWriteReplayTable } from "./read-write.ts";
import { standingReplayTable } from "./standing.ts";
import { type Row, replayTable } from "./table.ts";
import { theftReplayTable } from "./theft.ts";
import { wantedReplayTable } from "./wanted.ts";
import { webLocksTable } from "./web-locks.ts";

export const allRows: readonly Row[] = [
  ...[...replayTable, ...passReplayTable, ...standingReplayTable, ...fairReplayTable, ...fencedReplayTable],
  ...[...fairReadWriteReplayTable, ...fenceReplayTable, ...readWriteReplayTable, ...multiLockReplayTable],
  ...byOwnerReplayTable,
  ...[...flightReplayTable, ...theftReplayTable, ...counterReplayTable, ...permitReplayTable, ...webLocksTable],
  ...wantedReplayTable,
];
