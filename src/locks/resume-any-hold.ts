// Continues a hold of any single lock from its text.
import { InvalidOptionError } from "../errors.ts";
import type { ClientContext } from "../hold/client-context.ts";
import type { Held } from "../hold/held.ts";
import { resumeHold } from "../hold/resume.ts";
import { holdOfKind, parseHold } from "../hold/serialized.ts";
import { lockName } from "../keys.ts";
import { kindOfHold } from "./registry.ts";

/** Continues the hold with this text, for `resume` of `createLocks`. */
export async function resumeAnyHold(client: ClientContext, serialized: string): Promise<Held> {
  const parsed = parseHold(serialized);
  const kind = kindOfHold(client, parsed);
  const hold = holdOfKind(kind, parsed);
  const { prefix } = client.options;
  if (!hold.key.startsWith(prefix)) {
    throw new InvalidOptionError("serialized", "is a hold of locks with another prefix");
  }
  const { name } = lockName(prefix, hold.key.slice(prefix.length));
  return resumeHold(client, kind, name, hold);
}
