// The command line: npm run bench -- peers [--only handover,idle] [--quick] [--render]
import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { SECTIONS, type SectionId } from "./figures.ts";

/** In the order of the page. */
export const ALL_SECTIONS: readonly SectionId[] = SECTIONS.map(({ id }) => id);
const USAGE = `usage: npm run bench -- peers [--only ${ALL_SECTIONS.join(",")}] [--quick] [--render]
  --only    measures these sections alone, and prints them
  --quick   measures little, to see whether the bench works, and prints it
  --render  writes the pages again, from the results of the last whole run`;

export interface PeersOptions {
  readonly sections: readonly SectionId[];
  readonly isQuick: boolean;
  readonly isRender: boolean;
}

export function parsePeersOptions(args: string[]): PeersOptions {
  try {
    const { values } = parseArgs({
      args,
      options: {
        only: { type: "string", default: ALL_SECTIONS.join(",") },
        quick: { type: "boolean", default: false },
        render: { type: "boolean", default: false },
      },
    });
    const names = values.only.split(",");
    const sections = ALL_SECTIONS.filter((id) => names.includes(id));
    if (sections.length !== names.length) throw new Error(`--only: the sections are ${ALL_SECTIONS.join(", ")}`);
    return { sections, isQuick: values.quick, isRender: values.render };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}
