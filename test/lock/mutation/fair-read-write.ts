// Detects mutants of the fair read/write lock's scripts by the walk of its model, one after the other on the same keys.
// The lines that they share with the plain read/write lock are judged there.

import { longSource } from "../../support/edited-script.ts";
import { walk } from "../model/fair-read-write/walk.ts";
import { JudgedWalks } from "./judged-walks.ts";
import type { FileMutant } from "./read-write-mutants.ts";

const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = 4_000;

export class FairReadWriteWalks {
  readonly #walks = new JudgedWalks(SEEDS, async () => async () => [], 1);

  survives({ sources }: Pick<FileMutant, "sources">): Promise<boolean> {
    const sourceOf = (name: string) => sources.get(name) ?? longSource(name);
    return this.#walks.allAgree(async ({ connection }, seed) => {
      return (await walk(connection, seed, STEPS, sourceOf)).failure === undefined;
    });
  }

  stop(): Promise<void> {
    return this.#walks.stop();
  }
}
