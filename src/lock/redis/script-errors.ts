// Reads from an error of Redis whether a script did nothing. Redis uses one word for two cases: NOPERM before a script
// starts means that it did nothing. NOPERM for a command in its middle may follow writes.
// - Before the start, the text is Redis' own. Only the texts below are known to come from there.
// - After the start, src/lock/lua/frame.lua ends each error with its own last word, whatever server runs the script.
// Any other text, such as a new one of a later server, counts as an error of a script that may have written.

const MARK = / (NOTHING|SOMETHING)_WRITTEN$/;
// Also where a server between has added words.
const SOMETHING = /\bSOMETHING_WRITTEN\b/;
// The scripts check a key before they write.
const NOT_A_LOCK = /\bNOT_A_LOCK \d/;
const NOT_STARTED =
  /^(ASK|BUSY|CLUSTERDOWN|CROSSSLOT|DENIED|LOADING|MASTERDOWN|MISCONF|MOVED|NOAUTH|NOPERM|NOREPLICAS|OOM|READONLY|TRYAGAIN|WRONGPASS)\b|^Unauthorized\b|^ERR (max|DB capacity|unknown command|Error compiling|Unexpected flag)\b|\bNOSCRIPT\b/;

/**
 * Returns whether a script did nothing.
 * @param text the error that Redis answered with
 */
export function isNotDone(text: string): boolean {
  const [, what] = MARK.exec(text) ?? [];
  return NOT_A_LOCK.test(text) || (what === undefined ? NOT_STARTED.test(text) && !isPart(text) : what === "NOTHING");
}

/** Returns whether a script says that it may have done a part. */
export function isPart(text: string): boolean {
  return SOMETHING.test(text);
}

/** Returns the error as Redis said it, without the word of the scripts. */
export function withoutMark(text: string): string {
  return text.replace(MARK, "");
}
