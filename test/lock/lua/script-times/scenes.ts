// The scripts whose time may depend on a number of waiters, readers, permits or holds.
import { fairScenes } from "./fair.ts";
import { fairReadWriteScenes } from "./fair-read-write.ts";
import type { Scene } from "./measure.ts";
import { permitScenes } from "./permits.ts";
import { readWriteScenes } from "./read-write.ts";
import { renewalScenes } from "./renewals.ts";

export const SCENES: readonly Scene[] = [
  ...[...fairScenes, ...fairReadWriteScenes, ...readWriteScenes],
  ...[...permitScenes, ...renewalScenes],
];
