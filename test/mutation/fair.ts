// What tells a mutant of the fair lock's scripts: the walks of its model. Their other lines are those of the plain
// lock, and judged there.
import { compare, walkFrom } from "../model/fair/compare.ts";
import { hearing } from "../model/fair/hearing.ts";
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

  async survives(name: string, source: string): Promise<boolean> {
    const instead = { name, source, sha1: "" };
    return this.#walks.allAgree(async (place, walk) => {
      const { failure } = await compare({ ...place, instead }, walk);
      return failure === undefined;
    });
  }

  stop(): Promise<void> {
    return this.#walks.stop();
  }
}
