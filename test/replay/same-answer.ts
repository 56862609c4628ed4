import { expect } from "vitest";
import type { Row } from "./table.ts";

/** Expects the answer of the row, as far as it must always be the same. */
export function sameAnswer({ reply: wanted }: Row, reply: unknown): void {
  if (typeof wanted === "object") expect(reply).toMatchObject(wanted ?? {});
  else expect(reply).toBe(wanted);
}
