// What tells a mutant of the fair lock's scripts: the walks of its model, and courses that it takes otherwise than the
// script that it was made of. Their other lines are those of the plain lock, and judged there.
import { compare, walkFrom } from "../model/fair/compare.ts";
import { hearing } from "../model/fair/hearing.ts";
import { fairCourses } from "./fair-courses.ts";
import { JudgedWalks } from "./judged-walks.ts";

const WALKS = 600;

export function isFair(script: string): boolean {
  return script.startsWith("fair/");
}

export class FairWalks {
  readonly #walks = new JudgedWalks(
    Array.from({ length: WALKS }, (_, index) => walkFrom(index + 1)),
    hearing,
  );
  readonly #courses = fairCourses();

  async survives(name: string, source: string): Promise<boolean> {
    const instead = { name, source, sha1: "" };
    // First what takes less time.
    if (!(await this.#courses.agree(name, source))) return false;
    return this.#walks.allAgree(async (place, walk) => {
      const { failure } = await compare({ ...place, instead }, walk);
      return failure === undefined;
    });
  }

  async stop(): Promise<void> {
    await this.#walks.stop();
    await this.#courses.stop();
  }
}
