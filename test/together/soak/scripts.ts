// The script that a command runs, and the positions of its words: for outgoing requests and for the witness log.
import * as generated from "../../../src/lock/lua/generated.ts";
import type { LuaScript } from "../../../src/lock/protocol.ts";

const bySha1 = new Map<string, LuaScript>();
const bySource = new Map<string, LuaScript>();

/** Registers a script, such as a broken variant, under the name of the one it replaces. */
export function registerScript(script: LuaScript): void {
  bySha1.set(script.sha1, script);
  bySource.set(script.source, script);
}

export const scripts: readonly LuaScript[] = [
  generated.lockAcquire,
  generated.lockCheck,
  generated.lockForceRelease,
  generated.lockRelease,
  generated.lockRenew,
  generated.lockStatus,
];
for (const script of scripts) registerScript(script);
registerScript({ ...generated.lockAcquireStanding, name: "lock/acquire" });
// The fair and the fenced lock's scripts have the plain lock's holders and replies, so that its name stands for theirs.
registerScript({ ...generated.fairAcquire, name: "lock/acquire" });
registerScript({ ...generated.fairAcquireStanding, name: "lock/acquire" });
registerScript({ ...generated.fairRelease, name: "lock/release" });
registerScript({ ...generated.fairForceRelease, name: "lock/force-release" });
registerScript({ ...generated.fencedAcquire, name: "lock/acquire" });
registerScript({ ...generated.fencedAcquireStanding, name: "lock/acquire" });

export interface ScriptRun {
  readonly script: LuaScript;
  readonly keys: readonly string[];
  /** Those after the nonce. */
  readonly args: readonly string[];
  /** Of the attempt. */
  readonly nonce: string;
  /** The hold's id; for a forced release its latch; for a query that of its first attempt. */
  readonly id: string;
}

/** Undefined for any command that is not a run of a known script. */
export function scriptRun(words: readonly string[]): ScriptRun | undefined {
  const [command, text = "", keyCount = "0", ...rest] = words;
  const known = command === "EVALSHA" ? bySha1 : command === "EVAL" ? bySource : undefined;
  const script = known?.get(text);
  if (script === undefined) return undefined;
  const keys = rest.slice(0, Number(keyCount));
  const [nonce = "", ...args] = rest.slice(Number(keyCount));
  return { script, keys, args, nonce, id: idOf(script.name, keys, args, nonce) };
}

// The attempts of one query send nothing in common.
const firstTryOf = new Map<string, string>();

/** Records that these attempts belong to the same query: `nonce` is that of a later one. */
export function askedAgain(first: string, nonce: string): void {
  firstTryOf.set(nonce, first);
}

function idOf(script: string, keys: readonly string[], args: readonly string[], nonce: string): string {
  if (script === "lock/force-release") return keys[1] ?? "";
  if (script === "lock/status") return firstTryOf.get(nonce) ?? nonce;
  return args[1] ?? "";
}
