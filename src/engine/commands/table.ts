// All commands of keys and their values.
import type { CommandTable } from "./command.ts";
import { expiryCommands } from "./expiry.ts";
import { hashCommands } from "./hashes.ts";
import { keyCommands } from "./keys.ts";
import { listCommands } from "./lists.ts";
import { setCommands } from "./sets.ts";
import { sortedSetCommands } from "./sorted-sets.ts";
import { stringCommands } from "./strings.ts";

/** `compares`: DELEX, and IFEQ of SET. */
export function dataCommands(compares: boolean): CommandTable {
  return {
    ...keyCommands,
    ...expiryCommands,
    ...stringCommands(compares),
    ...hashCommands,
    ...listCommands,
    ...setCommands,
    ...sortedSetCommands,
  };
}
