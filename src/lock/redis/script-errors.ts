// What an error of Redis says about the script that it answers. Redis uses one word for two things: NOPERM before a
// script starts says that it did nothing, and NOPERM for a command in its middle comes after whatever it wrote before.
// - Before the start, the text is Redis' own. Only the texts below are known to come from there.
// - After the start, src/lock/lua/frame.lua ends each error with its own last word, whatever server runs the script.
// Any other text counts as an error of a script that may have written: so does a text that a later server invents.

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
