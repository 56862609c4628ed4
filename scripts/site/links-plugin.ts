// A plugin of markdown-it: the links of README.md and docs/ lead to the pages of the site.
import { siteLink, sourceOf } from "./links.ts";

interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

interface Markdown {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { tokens: readonly Token[]; env: { relativePath: string } }) => void): void;
    };
  };
}

const ATTRIBUTE: Record<string, string> = { link_open: "href", image: "src" };

export function linksOfTheRepository(markdown: Markdown, repository: string): void {
  markdown.core.ruler.push("links-of-the-repository", ({ tokens, env: { relativePath } }) => {
    // The pages of TypeDoc link to each other only.
    if (relativePath.startsWith("reference/")) return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const attribute = ATTRIBUTE[token.type];
      const link = attribute && token.attrGet(attribute);
      if (attribute && link) token.attrSet(attribute, siteLink(link, sourceOf(relativePath), repository));
    }
  });
}
