// What a light lock stores: one string, which names its holder.
import { epochNowMs } from "../../base/clock.ts";
import type { LockHolder } from "../../base/errors.ts";

const VALUE = /^lh1 ([\w.:-]{1,128}) (\d{1,15}) ([\s\S]*)$/;

/** Returns the value for one attempt, which no other attempt has. */
export function lightValue(owner: string, label: string): string {
  return `lh1 ${owner} ${epochNowMs()} ${label}`;
}

/** Returns the holder that a value names; undefined: the value is not that of a light lock. */
export function lightHolder(value: string): LockHolder | undefined {
  const [, owner, since, label = ""] = VALUE.exec(value) ?? [];
  return owner === undefined ? undefined : { owner, label, since: Number(since) };
}
