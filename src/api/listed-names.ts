// Which names a list asks Redis for. How far a scan gets depends on the keys that it finds. So it looks for those of
// its caller alone, and a caller learns from its pages nothing about other locks.
import { type Capability, commonPattern, coveredBy } from "./capability.ts";

/** What to look for. */
export interface ListedNames {
  /** The pattern for Redis. */
  readonly match: string;
  /** Returns whether a name that Redis has found is one that the caller asked for, and may see. */
  readonly isWanted: (name: string) => boolean;
}

/** Returns what to look for when a caller asks for the names that match. */
export function listedNames({ names }: Capability, match: string): ListedNames {
  const isOwn = (name: string): boolean => coveredBy(names, name);
  const [beginning = ""] = match.split(/[*?]/);
  if (coveredBy(names, beginning === match ? match : `${beginning}*`)) return { match, isWanted: isOwn };
  return { match: commonPattern(names), isWanted: (name) => isOwn(name) && matches(match, name) };
}

/**
 * Returns whether a name of ASCII characters matches as in Redis: `*` stands for any text, `?` for one character. Takes
 * a step for each pair of characters at most.
 */
function matches(pattern: string, name: string): boolean {
  let [inPattern, inName] = [0, 0];
  // Behind the last star, and where its text ends.
  let star: { readonly next: number; end: number } | undefined;
  while (inName < name.length) {
    const wanted = pattern[inPattern];
    if (wanted === "*") {
      inPattern += 1;
      star = { next: inPattern, end: inName };
    } else if (wanted === "?" || wanted === name[inName]) {
      inPattern += 1;
      inName += 1;
    } else if (star === undefined) {
      return false;
    } else {
      star.end += 1;
      [inPattern, inName] = [star.next, star.end];
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
