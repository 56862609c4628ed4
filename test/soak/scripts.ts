// Which script a command runs, and where its words stand: for requests on their way out and for the witness log alike.
import * as generated from "../../src/lua/generated.ts";

const bySha1 = new Map<string, generated.LuaScript>();
const bySource = new Map<string, generated.LuaScript>();

/** Makes a script known, such as a broken variant: its name says what it stands for. */
export function registerScript(script: generated.LuaScript): void {
  bySha1.set(script.sha1, script);
  bySource.set(script.source, script);
}

export const scripts: readonly generated.LuaScript[] = [
  generated.lockAcquire,
  generated.lockCheck,
  generated.lockForceRelease,
  generated.lockRelease,
  generated.lockRenew,
  generated.lockStatus,
];
for (const script of scripts) registerScript(script);
// Of who holds, the fair and the fenced lock's scripts say the same as the plain lock's, for which they stand here.
registerScript({ ...generated.fairAcquire, name: "lock/acquire" });
registerScript({ ...generated.fairRelease, name: "lock/release" });
registerScript({ ...generated.fairForceRelease, name: "lock/force-release" });
registerScript({ ...generated.fencedAcquire, name: "lock/acquire" });

export interface ScriptRun {
  readonly script: generated.LuaScript;
  readonly keys: readonly string[];
  /** Those that follow the nonce. */
  readonly args: readonly string[];
  /** Of the try. */
  readonly nonce: string;
  /** The hold's id; of a forced release its latch; of a question that of its first try. */
  readonly id: string;
}

/** Undefined for anything that is no run of a known script. */
export function scriptRun(words: readonly string[]): ScriptRun | undefined {
  const [command, text = "", keyCount = "0", ...rest] = words;
  const known = command === "EVALSHA" ? bySha1 : command === "EVAL" ? bySource : undefined;
  const script = known?.get(text);
  if (script === undefined) return undefined;
  const keys = rest.slice(0, Number(keyCount));
  const [nonce = "", ...args] = rest.slice(Number(keyCount));
  return { script, keys, args, nonce, id: idOf(script.name, keys, args, nonce) };
}

// Tries of one question have nothing in common that they send.
const firstTryOf = new Map<string, string>();

/** These tries ask the same question: `nonce` is that of a later one. */
export function askedAgain(first: string, nonce: string): void {
  firstTryOf.set(nonce, first);
}

function idOf(script: string, keys: readonly string[], args: readonly string[], nonce: string): string {
  if (script === "lock/force-release") return keys[1] ?? "";
  if (script === "lock/status") return firstTryOf.get(nonce) ?? nonce;
  return args[1] ?? "";
}
