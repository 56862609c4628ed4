// Facts that follow from a picture of the lock.
import type { Finding } from "./finding.ts";
import type { Picture } from "./real.ts";

export const NOTHING: Picture = {
  ...{ fields: new Map(), left: -2, slots: new Map(), pages: new Map(), records: new Map(), at: 0 },
};

export function readLefts({ fields, slots }: Picture, reader?: string): number[] {
  const readers = [...slots].filter(([owner]) => reader === undefined || owner === reader);
  return readers.flatMap(([owner, lefts]) => lefts.slice(0, Number(fields.get(owner) ?? 0))).filter((left) => left > 0);
}

export function counts({ fields }: Picture): string {
  return [...fields].sort().join();
}

export function state(picture: Picture): string {
  return `${counts(picture)} ${picture.left} ${[...picture.slots].join()}`;
}

/** Nothing shortens the memory of a hold that has not ended. */
export function forgottenSooner(before: Picture, after: Picture): Finding | undefined {
  for (const [holdId, { text, left }] of before.records) {
    const now = after.records.get(holdId);
    if (text.startsWith("+") && now?.text === text && now.left < left) return `M12: ${holdId} is forgotten sooner`;
  }
  return undefined;
}
