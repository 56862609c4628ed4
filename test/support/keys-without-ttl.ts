// The keys that do not expire by themselves, as docs/audit/replay-safety.md lists them.
import { readFileSync } from "node:fs";

/** Returns the patterns of the keys in the table of the page. */
export function keysWithoutTtl(): RegExp[] {
  const page = readFileSync(new URL("../../docs/audit/replay-safety.md", import.meta.url), "utf8");
  const [, section = ""] = page.split(/^## Keys without a TTL|^## The rules/m);
  const cells = [...section.matchAll(/^\| (`.*?`.*?) \|/gm)].map(([, cell = ""]) => cell);
  return cells
    .flatMap((cell) => [...cell.matchAll(/`(.*?)`/g)])
    .map(([, key = ""]) => new RegExp(`^${key.replace(/[{}]/g, "\\$&").replace(/<\w+>/, "[\\w ]+")}$`));
}
