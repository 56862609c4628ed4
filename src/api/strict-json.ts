// Parses JSON that all parsers read alike: no repeated member, at any depth, and no deep nesting. JSON.parse parses it.
// A scan of the text, by then known to be JSON, then finds what JSON.parse allows.

const MAX_DEPTH = 8;
// Takes an unended string to the end, so that it is linear for any text.
const TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},]/gs;

/** Parses the text. Throws SyntaxError, whose message quotes nothing of the text. */
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
