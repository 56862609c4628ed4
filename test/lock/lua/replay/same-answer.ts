import { expect } from "vitest";
import type { Row } from "./table.ts";

/** Expects the row's reply, as far as it never changes. */
export function sameAnswer({ reply: wanted }: Row, reply: unknown): void {
  if (typeof wanted === "object") expect(reply).toMatchObject(wanted ?? {});
  else expect(reply).toBe(wanted);
}
