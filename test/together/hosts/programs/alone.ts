// Tells whether two are inside at once, in any process of this machine, independently of the lock: a file that only one
// can create.
import { closeSync, openSync, unlinkSync } from "node:fs";

/** Enters. Returns whether nobody else was inside. */
export function enter(file: string): boolean {
  try {
    closeSync(openSync(file, "wx"));
    return true;
  } catch {
    return false;
  }
}

/** Leaves. */
export function leave(file: string): void {
  unlinkSync(file);
}

/** Runs `work` inside. Returns whether nobody else was. */
export async function alone(file: string, work: () => Promise<unknown>): Promise<boolean> {
  const isAlone = enter(file);
  await work();
  if (isAlone) leave(file);
  return isAlone;
}
