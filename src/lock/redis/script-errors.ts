// Reads from an error of Redis whether a script did nothing. Redis uses one word for two cases: NOPERM before a script
// starts means that it did nothing. NOPERM for a command in its middle may follow writes.
// - Before the start, the text is Redis' own. Only the texts below are known to come from there.
// - After the start, src/lock/lua/lib/frame.lua ends each error with its own last word, whatever server runs the script.
// Any other text, such as a new one of a later server, counts as an error of a script that may have written.

const MARK = / \w+_WRITTEN$/;
const NOTHING = / NOTHING_WRITTEN$/;
// The scripts check a key before they write.
const NOT_A_LOCK = /\bNOT_A_LOCK \d/;
const NOT_STARTED =
  /^(ASK|BUSY|CLUSTERDOWN|CROSSSLOT|DENIED|LOADING|MASTERDOWN|MISCONF|MOVED|NOAUTH|NOPERM|NOREPLICAS|OOM|READONLY|TRYAGAIN|WRONGPASS)\b|^Unauthorized\b|^ERR (max|DB capacity|unknown command|Error compiling|Unexpected flag)\b|\bNOSCRIPT\b/;

/**
 * Returns whether a script did nothing.
 * @param text the error that Redis answered with
 */
export function isNotDone(text: string): boolean {
  return NOT_A_LOCK.test(text) || NOTHING.test(text) || (NOT_STARTED.test(text) && !isPart(text));
}

// Redis is up, and did nothing. It may do it later without a change of the set-up: when it has loaded its data, written
// its snapshot, or has room again. The quota of a day or a month is none of these: a wait would be in vain.
const PASSING =
  /^(BUSY|CLUSTERDOWN|LOADING|MASTERDOWN|MISCONF|NOREPLICAS|OOM|READONLY|TRYAGAIN)\b|^ERR (DB capacity|max number of clients|max concurrent connections)\b/;

/** Returns whether a refusal passes by itself. `text`: the error of a script or command that did nothing. */
export function passes(text: string): boolean {
  return PASSING.test(text);
}

/** Returns whether a script says that it may have done a part. A server between may have added words. */
export function isPart(text: string): boolean {
  return text.includes("SOMETHING_WRITTEN");
}

/** Returns the error as Redis said it, without the word of the scripts. */
export function withoutMark(text: string): string {
  return text.replace(MARK, "");
}
