// Detects mutants of the read/write scripts by the walks of their model, by courses of events that are rare in walks,
// and by single calls to the millisecond.

import { scriptOf } from "../../support/edited-script.ts";
import { type Walk, walkFrom } from "../model/read-write/compare.ts";
import { courses } from "../model/read-write/courses.ts";
import { comparedAgain, hearingLocks } from "../model/read-write/model.ts";
import { JudgedWalks } from "./judged-walks.ts";
import { readWriteCourses } from "./read-write-courses.ts";
import type { FileMutant } from "./read-write-mutants.ts";

const WALKS = 240;
// These judge only effects that clients notice, with records that end a few milliseconds early.
const LOOSE_WALKS = 100;

interface Judged {
  readonly walk: Walk;
  readonly loose: boolean;
}

export class ReadWriteWalks {
  readonly #walks = new JudgedWalks<Judged>(
    [
      ...[...courses.values()].map((walk) => ({ walk, loose: false })),
      ...Array.from({ length: WALKS }, (_, nth) => ({ walk: walkFrom(nth + 1), loose: false })),
      ...Array.from({ length: LOOSE_WALKS }, (_, nth) => ({ walk: walkFrom(WALKS + nth + 1), loose: true })),
    ],
    hearingLocks,
  );
  readonly #courses = readWriteCourses();

  async survives({ sources }: Pick<FileMutant, "sources">): Promise<boolean> {
    const scripts = [...sources].map(([name, source]) => scriptOf(name, source));
    const instead = new Map(scripts.map((script) => [script.name, script]));
    // The faster check first.
    for (const { name, source } of scripts) if (!(await this.#courses.survives(name, source))) return false;
    return this.#walks.allAgree(async (place, { walk, loose }) => {
      const { failure } = await comparedAgain({ ...place, instead, loose }, walk);
      return failure === undefined;
    }, scripts);
  }

  async stop(): Promise<void> {
    await this.#walks.stop();
    await this.#courses.stop();
  }
}
