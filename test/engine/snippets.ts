// Snippets of Lua, by topic. Each is a line, where "⏎" ends a line of the snippet.
import { errors } from "./snippets/errors.ts";
import { functions } from "./snippets/functions.ts";
import { numbers } from "./snippets/numbers.ts";
import { patterns } from "./snippets/patterns.ts";
import { strings } from "./snippets/strings.ts";
import { syntax } from "./snippets/syntax.ts";
import { tables } from "./snippets/tables.ts";

const TOPICS = { errors, functions, numbers, patterns, strings, syntax, tables };

export const snippets: readonly (readonly [topic: string, snippets: readonly string[]])[] = Object.entries(TOPICS).map(
  ([topic, text]) => [
    topic,
    text
      .split("\n")
      .slice(1, -1)
      .map((line) => line.replaceAll("⏎", "\n")),
  ],
);
