// Detects mutants of the fair lock's scripts: by walks of its model, and by courses in which a mutant differs from its
// original. The lines that they share with the plain lock are judged there.
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
    // The faster check first.
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
