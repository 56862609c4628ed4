// Code that shorten() must leave alone, or refuse. No script has such code today.
import { expect, it } from "vitest";
import { shorten, shortNames } from "../../../scripts/lua/names.ts";

const short = (text: string): string => shorten(text, shortNames([text]));

it.each([
  ["the key of a table", "local err = 'E'\nreturn { err = err }", /\{err=/],
  ["a method", "local text, sub = ARGV[1], 1\nreturn text:sub(sub)", /:sub\(/],
  ["a long string", "local key = [[ key = 'x' ]]\nreturn key", /\[\[ key = 'x' \]\]/],
  ["a comment behind code", "local call = redis.call -- don't\nreturn call('GET', 'a')", /return a\(/],
  ["a global of that name elsewhere", "do local type = 1 end\nreturn type(1)", /return type\(1\)/],
])("keeps %s", (_, text, expected) => {
  let made: string | undefined;
  try {
    made = short(text);
  } catch {
    return; // refused
  }
  expect(made).toMatch(expected);
});
