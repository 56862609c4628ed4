// Pages are short and easy to read.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES } from "../support/code-blocks.ts";
import { readingEase, sentencesOf, wordsOf } from "../support/prose.ts";

const MOST_WORDS_OF_A_SENTENCE = 25;
/** Words of prose: tables and code apart. */
const MOST_WORDS_OF_A_PAGE = 1_000;
const MOST_WORDS_OF_USER_PAGES = 28_000;
/** Reference pages, and pages for auditors: these may be long, and harder to read. */
const REFERENCE = [
  ...["api", "errors", "lock-api", "options", "redisson", "size"].map((name) => `docs/${name}.md`),
  ...globSync("docs/audit/*.md"),
];
const pages = PAGES.map((page) => ({ page, text: readFileSync(page, "utf8") }));
const others = pages.filter(({ page }) => !REFERENCE.includes(page));

/** Pages for users: the others are for auditors. */
const ofUsers = pages
  .filter(({ page }) => page.startsWith("docs/") && !page.startsWith("docs/audit/"))
  .map(({ page, text }) => ({ page, words: sentencesOf(text).flatMap(wordsOf).length }));

it("the pages for users have at most 28,000 words of prose in all", () => {
  const sum = ofUsers.reduce((words, page) => words + page.words, 0);
  expect(ofUsers.length).toBeGreaterThan(40);
  expect(sum).toBeLessThanOrEqual(MOST_WORDS_OF_USER_PAGES);
});

// The list of errors is read one section at a time.
it.each(ofUsers.filter(({ page }) => page !== "docs/errors.md"))(
  "$page has at most 1,000 words of prose",
  ({ words }) => {
    expect(words).toBeLessThanOrEqual(MOST_WORDS_OF_A_PAGE);
  },
);

it("the README has at most 150 lines, and 550 words beside its code and tables", () => {
  const text = readFileSync("README.md", "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(150);
  expect(sentencesOf(text).flatMap(wordsOf).length).toBeLessThanOrEqual(550);
});

it.each(others)("$page has at most 1,500 words beside its code", ({ text }) => {
  const prose = text.replaceAll(/^```.*?^```$/gms, "");
  expect(wordsOf(prose).length).toBeLessThanOrEqual(1_500);
});

it.each(others)("$page is easy to read", ({ text }) => {
  expect(readingEase(sentencesOf(text))).toBeGreaterThanOrEqual(50);
});

it.each(pages)("$page has few long sentences, and none without a plain subject", ({ text }) => {
  const sentences = sentencesOf(text);
  const long = sentences.filter((sentence) => wordsOf(sentence).length > MOST_WORDS_OF_A_SENTENCE);
  expect(long.length / sentences.length, long.join("\n")).toBeLessThanOrEqual(0.05);
  expect(sentences.filter((sentence) => /^(What|Who|Whoever) /.test(sentence) && !sentence.endsWith("?"))).toEqual([]);
});
