// The sentences of a Markdown page, and how easy they are to read.

/** Returns the sentences of paragraphs and lists: no headings, tables or code. A span of code counts as one word. */
export function sentencesOf(markdown: string): string[] {
  const prose = markdown
    .replaceAll(/^```.*?^```$/gms, "")
    .replaceAll(/^(#|\||!\[|<!--).*$/gm, "\n")
    .replaceAll(/`[^`]*`/g, "code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_]{1,2}/g, "");
  // A list item, or a paragraph, ends a sentence even without a full stop.
  const paragraphs = prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  return paragraphs.flatMap((paragraph) => {
    const text = paragraph.replace(/^\s*(?:[-*]|\d+\.) /, "").replaceAll(/\s+/g, " ");
    const sentences = text.split(/(?<=[.!?]["')]?) (?=[A-Z"(`]|code)/);
    return sentences.map((sentence) => sentence.trim()).filter((sentence) => wordsOf(sentence).length > 0);
  });
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,_-]*/gu) ?? [];
}

/** Returns Flesch's reading ease: 206.835 - 1.015 words per sentence - 84.6 syllables per word. 60 is plain English. */
export function readingEase(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length);
}

function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replaceAll(/[^a-z]/g, "");
  const groups = letters.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "").match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}
