// Shortens the text of Lua scripts, a fifth of a lock's bundle. Variables and parameters get names of one or two
// letters, the same in all scripts, since scripts share fragments. The .lua files keep their names.

const DECLARED = [
  /\blocal function (\w+)/g,
  /\blocal (\w[\w, ]*)/g,
  /\bfunction\b[^(\n]*\(([^)]*)\)/g,
  /\bfor ([\w, ]+?) (?:in|=) /g,
];
const KEYWORDS = new Set(["do", "if", "in", "or", "function"]);
// A script that is a part of another one gets its keys and arguments as parameters with these names.
const NOT_RENAMED = new Set([...KEYWORDS, "", "KEYS", "ARGV"]);

// Strings, numbers, the operator for concatenation, and fields behind a dot stay as they are.
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/.source;
const TOKEN = new RegExp(`${STRING}|\\.\\.|\\.[A-Za-z_]\\w*|\\d[\\w.]*|([A-Za-z_]\\w*)`, "g");
const SPACED = new RegExp(`${STRING}| *(==|~=|<=|>=|[=<>+*/,{}()]) *`, "g");

// What a script must not have, since it would be renamed wrongly.
const REFUSED: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a long string", /\[=*\[/],
  ["a comment behind code", /^(?!--).*\s--/m],
  ["a method call", /[\w)\]]:\w+\(/],
];
/** The names that every script has. */
export const GLOBALS: readonly string[] =
  "ARGV KEYS error ipairs math next pairs pcall redis setmetatable string table tonumber tostring type unpack".split(
    " ",
  );
const FIELDS = ["err", "ok"];

/** @throws an error when a text has what these rules do not know */
function checkText(text: string): void {
  const code = text.replaceAll(new RegExp(STRING, "g"), "''");
  for (const [what, pattern] of REFUSED) {
    if (pattern.test(code)) throw new Error(`a script has ${what}, which cannot be shortened:\n${text}`);
  }
}

/** Returns the variables and parameters of these texts, each with a short name: the most frequent get the shortest. */
export function shortNames(texts: readonly string[]): ReadonlyMap<string, string> {
  for (const text of texts) checkText(text);
  const declared = new Set(texts.flatMap(declaredIn));
  const global = [...GLOBALS, ...FIELDS].find((name) => declared.has(name));
  if (global !== undefined) throw new Error(`a script names a variable "${global}", like a global or a field`);
  const uses = new Map<string, number>();
  for (const text of texts) {
    for (const [, name = ""] of text.matchAll(TOKEN)) {
      if (declared.has(name)) uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  }
  const byUse = [...uses].sort(([one, often], [other, seldom]) => seldom - often || (one < other ? -1 : 1));
  const short = lettersInOrder();
  return new Map(byUse.map(([name]) => [name, short.next().value]));
}

function declaredIn(text: string): string[] {
  const lists = DECLARED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, names = ""]) => names));
  const names = lists.flatMap((list) => list.split(","));
  return names.map((name) => name.trim()).filter((name) => !NOT_RENAMED.has(name));
}

/** Replaces names, and drops spaces around operators. A "-" and a ".." keep theirs: beside another they mean more. */
export function shorten(text: string, names: ReadonlyMap<string, string>): string {
  const renamed = text.replace(TOKEN, (token, name?: string) => (name && names.get(name)) ?? token);
  return renamed.replace(SPACED, (token, operator?: string) => operator ?? token);
}

function* lettersInOrder(): Generator<string, never> {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  yield* letters;
  for (const first of letters) {
    for (const second of letters) if (!KEYWORDS.has(first + second)) yield first + second;
  }
  throw new Error("the scripts have more names than there are short ones");
}
