// Detects mutants of the fair lock's scripts: by walks of its model, and by courses in which a mutant differs from its
// original. The lines that they share with the plain lock are judged there.
import { compare, hearingWaiters, scriptsForFew, walkFrom } from "../model/fair/compare.ts";
import { fairCourses } from "./fair-courses.ts";
import { JudgedWalks } from "./judged-walks.ts";

const WALKS = 600;
// In these, most queues are long.
const LONG_WALKS = 300;

export function isFair(script: string): boolean {
  return script.startsWith("fair/");
}

export class FairWalks {
  readonly #walks = new JudgedWalks(
    [
      ...Array.from({ length: WALKS }, (_, index) => ({ walk: walkFrom(index + 1), isLong: false })),
      ...Array.from({ length: LONG_WALKS }, (_, index) => ({ walk: walkFrom(index + 1, true), isLong: true })),
    ],
    hearingWaiters,
  );
  readonly #courses = fairCourses();

  async survives(name: string, source: string): Promise<boolean> {
    const mutant = { name, source, sha1: "" };
    const forFew = scriptsForFew(new Map([[name, source]]));
    // The faster check first.
    if (!(await this.#courses.survives(name, source))) return false;
    return this.#walks.allAgree(async (place, { walk, isLong }) => {
      const { failure } = await compare({ ...place, instead: isLong ? forFew : [mutant] }, walk);
      return failure === undefined;
    });
  }

  async stop(): Promise<void> {
    await this.#walks.stop();
    await this.#courses.stop();
  }
}
