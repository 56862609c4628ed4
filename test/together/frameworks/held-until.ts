// A lock that stays held, as another client sees it.
import { expect } from "vitest";
import type { Lock } from "../../../src/index.ts";
import { eventually } from "../../support/eventually.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Expects that no other client gets it until `done` is true. */
export async function heldUntil(lock: Lock, done: () => boolean): Promise<void> {
  await eventually(() => lock.isLocked());
  while (!done()) {
    const locked = await lock.isLocked();
    if (!done()) expect(locked).toBe(true);
    await pause(50);
  }
}
