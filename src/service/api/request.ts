// Reads a request: a lock's name, and a small JSON object with known members. The library itself checks their values.
import type { Context } from "hono";
import { joined } from "../../base/bytes.ts";
import { AbortedError, InvalidOptionError } from "../../base/errors.ts";
import { JSON_TYPE } from "../access/callers.ts";
import { refused } from "../access/refusal.ts";
import { MAX_BODY_BYTES } from "./contract/limits.ts";
import { isServedName, SERVED_NAMES } from "./contract/vocabulary.ts";

const MAX_DEPTH = 8;
// Takes an unended string to the end, so that it is linear for any text.
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gs;

/**
 * The path parameter of the lock's name. The word is unusual, because a parameter of an application around the API
 * would take precedence.
 */
export const NAME = "leasehoundLockName";

/** Returns the lock's name, without prefix. Throws INVALID_OPTION naming "name". */
export function nameOf(c: Context): string {
  const name = c.req.param(NAME) ?? "";
  if (isServedName(name)) return name;
  throw new InvalidOptionError("name", SERVED_NAMES);
}

/** Returns the object in the body; undefined: the body is empty. Throws if its content type, size or form is wrong. */
export async function readObject(c: Context): Promise<object | undefined> {
  const bytes = await readBytes(c);
  if (bytes.length === 0) return undefined;
  if (!JSON_TYPE.test(c.req.header("content-type") ?? "")) throw refused(415, "the body must be application/json");
  const parsed = jsonOf(bytes);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw refused(400, "the body must be a JSON object");
  }
  return parsed;
}

/** Returns the parameters of the query. Throws for a repeated one. */
export function readQuery(c: Context): object {
  const queries = Object.entries(c.req.queries());
  const twice = queries.find(([, values]) => values.length > 1);
  if (twice !== undefined) throw new InvalidOptionError(twice[0].slice(0, 80), "is given twice");
  return Object.fromEntries(queries.map(([name, [value]]) => [name, value]));
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    // ignoreBOM keeps a byte order mark, which is not JSON.
    return parseStrictly(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw refused(400, `the body ${error instanceof SyntaxError ? error.message : "is not UTF-8"}`);
  }
}

/**
 * Reads the body, and counts its bytes: an announced length may be wrong.
 * @throws 413 for a body of more than MAX_BODY_BYTES; 400 for one that was cut
 */
async function readBytes({ req }: Context): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // If a middleware has read the body, Hono has a copy.
    const body = req.raw.bodyUsed ? new Response(await req.arrayBuffer()).body : req.raw.body;
    const reader = body?.getReader();
    // Ends with the body, after too many bytes, or with the error of a body that was cut.
    while (reader !== undefined && size <= MAX_BODY_BYTES) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      size += value.length;
      chunks.push(value);
    }
    await reader?.cancel();
  } catch (error) {
    if (req.raw.signal.aborted) throw new AbortedError(error);
    throw refused(400, "the body cannot be read");
  }
  if (size > MAX_BODY_BYTES) throw refused(413, `the body is larger than ${MAX_BODY_BYTES} bytes`);
  return joined(chunks, size);
}

/**
 * Parses JSON that all parsers read alike: no repeated member, at any depth, and no deep nesting. JSON.parse parses it.
 * A scan of the text, by then known to be JSON, then finds what JSON.parse allows.
 * @throws SyntaxError, whose message quotes nothing of the text
 */
export function parseStrictly(text: string): unknown {
  const value = parsed(text);
  // For each open object, its names so far; undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  let atName = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") {
      atName = token === "{";
      open.push(atName ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new SyntaxError(`is nested deeper than ${MAX_DEPTH} levels`);
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token === ",") {
      atName = open.at(-1) !== undefined;
    } else if (atName) {
      addName(open.at(-1), token);
      atName = false;
    }
  }
  return value;
}

function addName(names: Set<string> | undefined, token: string): void {
  // "a" and "\u0061" are the same name.
  const name = String(JSON.parse(token));
  if (names?.has(name) === true) throw new SyntaxError("has a member twice");
  names?.add(name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SyntaxError("is not JSON");
  }
}
