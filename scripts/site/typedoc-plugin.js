// A plugin of TypeDoc, for `npm run docs`. Plain JavaScript: TypeDoc's types are not among the project's packages.
import { Comment, Converter, ReflectionKind } from "typedoc";
import { MarkdownPageEvent } from "typedoc-plugin-markdown";
import { MODULES } from "./modules.ts";

/** @param {import("typedoc-plugin-markdown").MarkdownApplication} app */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
      // TypeDoc names a module by its key in `exports` of package.json.
      module.name = ["leasehound", module.name].filter(Boolean).join("/");
      module.comment ??= new Comment([{ kind: "text", text: MODULES[module.name] }]);
    }
  });
  // Many types are `Pick<T, keyof T>` of a class that is not exported: the reader cannot look that class up.
  app.renderer.on(MarkdownPageEvent.END, (page) => {
    page.contents = page.contents
      ?.replaceAll(/^#+ (Inherited from|Overrides|Implementation of)\n\n[^\n]+\n+/gm, "")
      .replaceAll(/^## Extends\n\n- `Pick`[^\n]*keyof[^\n]*\n+/gm, "")
      .replaceAll(/^## (Extends|Extended by)\n\n((?:- [^\n]+\n)+)/gm, (_, title, list) => inOneLine(title, list));
  });
}

/** Makes a line of a section whose list is short, so that the members of a type come first on its page. */
function inOneLine(title, list) {
  const names = list
    .trim()
    .split("\n")
    .map((line) => line.slice("- ".length));
  return `${title} ${names.join(", ")}.\n`;
}
