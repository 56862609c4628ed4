// Reading a request: a small JSON object with known members. What they mean is checked by the library itself.
import type { Context } from "hono";
import { AbortedError, InvalidOptionError } from "../../errors.ts";
import { readAtMost } from "../../redis/body.ts";
import { refused } from "./problem.ts";

/** The parameter of the lock's name: of nobody else's choosing, since Hono gives that of an application around it first. */
export const NAME = "leasehoundLockName";
/** The longest lease that a caller of the API may ask for. */
export const MAX_LEASE_MS = 600_000;
// The longest lock name, percent-encoded, travels in the URL; a hold carries it once more.
const MAX_BODY_BYTES = 65_536;

/** The members of the body; an empty body has none. Throws for another content type, size, or form, or unknown members. */
export async function readFields<Name extends string>(
  c: Context,
  known: readonly Name[],
): Promise<Partial<Record<Name, unknown>>> {
  const body = await bodyOf(c);
  if (body === undefined || body.length > MAX_BODY_BYTES)
    throw refused(413, `the body is larger than ${MAX_BODY_BYTES} bytes`);
  if (body === "") return {};
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw refused(415, "the body must be application/json");
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw refused(400, "the body is not JSON");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw refused(400, "the body must be a JSON object");
  }
  const fields: Partial<Record<Name, unknown>> = {};
  for (const [name, value] of Object.entries(parsed)) {
    const field = known.find((candidate) => candidate === name);
    if (field === undefined)
      throw new InvalidOptionError(name.slice(0, 80), `is unknown; known are ${known.join(", ")}`);
    fields[field] = value;
  }
  return fields;
}

/** Undefined: it is too large. */
async function bodyOf({ req }: Context): Promise<string | undefined> {
  try {
    // Read by a middleware before, it is Hono's to give again.
    return req.raw.bodyUsed ? await req.text() : await readAtMost(new Response(req.raw.body), MAX_BODY_BYTES);
  } catch (error) {
    if (req.raw.signal.aborted) throw new AbortedError(error);
    throw refused(400, "the body cannot be read");
  }
}

export function text(option: string, value: unknown): string {
  if (typeof value !== "string") throw new InvalidOptionError(option, "must be a string");
  return value;
}

/** A number within the API's bound; its lower end is the library's to check. */
export function atMost(option: string, value: unknown, max: number): number {
  if (typeof value !== "number" || !(value <= max)) {
    throw new InvalidOptionError(option, `must be a number of milliseconds, at most ${max}`);
  }
  return value;
}
