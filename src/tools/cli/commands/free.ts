// `leasehound free`: frees a lock, whoever holds it, after a confirmation.
import { createInterface } from "node:readline/promises";
import { printable } from "../../../base/errors.ts";
import { ownersIn } from "../../../lock/kinds/freeing.ts";
import { CommandError, EXIT, HoldersChanged } from "../exit-code.ts";
import type { Output } from "../output.ts";
import type { Service } from "../service.ts";
import { heldInstead, lockNamed, remarkPrefix, withoutPrefix } from "./lock-named.ts";
import { holdersOf } from "./show.ts";

const WARNING =
  "The holder is not stopped. It may go on until it learns of the loss, at its next renewal at the latest if it renews.";

/** Frees a lock. `isSure`: does not ask. Throws if the name was not typed, or is the wrong one. */
export async function free(service: Service, output: Output, name: string, isSure: boolean): Promise<number> {
  const found = await lockNamed(service, name);
  const shown = printable(JSON.stringify(name));
  if (found.kind === "free") {
    const instead = await heldInstead(service, name);
    if (instead !== undefined) {
      const text = `nothing was freed: the lock ${shown} is free, but ${JSON.stringify(instead)} is held; ${withoutPrefix(service)}`;
      throw new CommandError("NOT_FREED", text, EXIT.no);
    }
    output.result({ name, wasLocked: false, holders: [] }, `The lock ${shown} is free already.`);
    remarkPrefix(output, service, name);
    return EXIT.ok;
  }
  if (!output.isJson || !isSure) {
    process.stderr.write(`This takes the lock ${shown} from:\n\n${holdersOf(found)}\n\n${WARNING}\n`);
  }
  if (!isSure) {
    if ((await answerTo("Type the name of the lock to free it: ")) !== name) {
      const advice = process.stdin.isTTY ? "" : "; --yes asks for no name";
      const text = `the lock ${shown} stays as it is: its name was not typed${advice}`;
      throw new CommandError("NOT_CONFIRMED", text, EXIT.no);
    }
    if (ownersIn(await service.inspect(name)) !== ownersIn(found)) {
      throw new HoldersChanged(name);
    }
  }
  const wasLocked = await service.free(found);
  const text = wasLocked ? `The lock ${shown} is free now.` : `The lock ${shown} was released meanwhile.`;
  output.result({ name, wasLocked, holders: found.holders }, text);
  return EXIT.ok;
}

async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}
