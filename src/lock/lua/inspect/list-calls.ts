// The scripts that find and describe many locks, as typed calls.
import { printable, RedisRefusedError } from "../../../base/errors.ts";
import { ownerStateKey, queueKey, readWriteQueueKeys, standingKey } from "../../keys.ts";
import type { ScriptCall } from "../../protocol.ts";
import { inspectScan, inspectSummaries } from "../generated.ts";
import { expectKind } from "../lock/calls.ts";
import { ReplyReader } from "../reply.ts";
import type { HashMode, HolderReply } from "./calls.ts";
import { rememberedOwner } from "./owner-state.ts";

export interface ScanReply {
  /** Where the next scan continues; undefined after the last key. */
  readonly cursor: string | undefined;
  readonly keys: readonly string[];
}

export interface SummaryReply {
  readonly mode: HashMode;
  readonly remainingMs: number;
  readonly holderCount: number;
  /** The writer, or any holder. Its remaining time is the lock's. */
  readonly holder: HolderReply;
  readonly queueLength: number;
  readonly isolates: number;
}

const CURSOR = /^\d{1,20}$/;
const LARGEST_CURSOR = 2n ** 64n - 1n;
const SLOTS = 8;
const LONGEST_ERROR = 200;

/** Returns whether a text may be a cursor of SCAN. */
export function isCursor(text: string): boolean {
  return CURSOR.test(text) && BigInt(text) <= LARGEST_CURSOR;
}

/**
 * Finds keys that may be locks and match a pattern. `passed`: about how many keys it passes; `wanted`: the most keys
 * that it finds, or a few more; `light`: finds light locks too. `node`: in a cluster, a key whose master is scanned.
 */
export function scanCall(
  pattern: string,
  cursor: string,
  { passed, wanted, light }: { passed: number; wanted: number; light: boolean },
  node?: string,
): ScriptCall<ScanReply> {
  return {
    script: inspectScan,
    keys: node === undefined ? [] : [node],
    args: [cursor, pattern, String(passed), String(wanted), light ? "1" : "0"],
    isNoLocks: true,
    decode(reply) {
      const read = new ReplyReader(inspectScan, reply);
      if (read.kind === "refused") throw scanRefused(read.text(2));
      const next = expectKind(read, "scanned").text(2);
      if (!isCursor(next)) throw read.unexpected("has no cursor");
      const keys = Array.from({ length: read.length - 3 }, (_, nth) => read.text(3 + nth));
      return { cursor: next === "0" ? undefined : next, keys };
    },
  };
}

/**
 * Describes those of the keys that are locks, in the order of the keys. Returns undefined for any other key. The reply
 * contains at least the first key; the last ones may be missing.
 */
export function summariesCall(keys: readonly string[]): ScriptCall<readonly (SummaryReply | undefined)[]> {
  return {
    script: inspectSummaries,
    keys: keys.flatMap((key) => [key, queueKey(key), readWriteQueueKeys(key)[0], standingKey(key)]),
    args: keys.map((key) => ownerStateKey(key, "")),
    decode(reply) {
      const read = expectKind(new ReplyReader(inspectSummaries, reply), "summaries");
      const told = (read.length - 2) / SLOTS;
      if (!Number.isInteger(told) || told < 1 || told > keys.length) throw read.unexpected("has another length");
      return Array.from({ length: told }, (_, nth) => summaryAt(read, 2 + SLOTS * nth));
    },
  };
}

function summaryAt(read: ReplyReader, slot: number): SummaryReply | undefined {
  const mode = read.text(slot);
  if (mode === "") return undefined;
  if (mode !== "plain" && mode !== "read" && mode !== "write" && mode !== "light")
    throw read.unexpected("tells an unknown mode");
  const [remainingMs, holderCount, holds] = [read.integer(slot + 1), read.integer(slot + 2), read.integer(slot + 4)];
  const field = read.text(slot + 3);
  const holder = { field, holds, remainingMs, ...rememberedOwner(field, read.text(slot + 5)) };
  const [queueLength, isolates] = [read.integer(slot + 6), read.integer(slot + 7)];
  return { mode, remainingMs, holderCount, holder, queueLength, isolates };
}

function scanRefused(text: string): RedisRefusedError {
  const shown = printable(text.slice(0, LONGEST_ERROR));
  return new RedisRefusedError(
    `Redis refused SCAN, by which locks are listed: ${shown}; give the user of this token the right to it (ACL SETUSER … +scan), or list with another token`,
    { redisCode: /^[A-Z]+\b/.exec(text)?.[0] ?? "" },
  );
}
