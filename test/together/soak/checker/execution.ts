// One executed script, read from the witness log.

import type { Witnessed } from "../gateway.ts";
import { scriptRun } from "../scripts.ts";

export type Answer =
  /** `token`: of a fenced lock. */
  | { readonly kind: "held"; readonly count: number; readonly remainingMs: number; readonly token?: string }
  | { readonly kind: "busy"; readonly remainingMs: number }
  | { readonly kind: "ended"; readonly how: string }
  | { readonly kind: "renewed"; readonly count: number }
  | { readonly kind: "counted"; readonly count: number; readonly remainingMs: number }
  | { readonly kind: "forced"; readonly freed: boolean }
  | { readonly kind: "status"; readonly remainingMs: number; readonly count: number };

export interface Execution {
  readonly seq: number;
  /** The time at which its reply had arrived. */
  readonly at: number;
  /** It was executed at most so long before. */
  readonly slackMs: number;
  readonly script: string;
  readonly lock: string;
  /** Hold or request. */
  readonly id: string;
  /** Empty where the script names none. */
  readonly owner: string;
  readonly ownerIsNew: boolean;
  /** 0 where the script sets none. */
  readonly leaseMs: number;
  /** The id of a release by the hold's own object; "" where there is none. */
  readonly releaseId: string;
  /** A last attempt. */
  readonly last: boolean;
  readonly answer: Answer;
}

// The position of a script's lease.
const LEASE: Readonly<Record<string, number>> = { "lock/acquire": 2, "lock/renew": 2, "lock/release": 4 };

// The second asks for the holder, too.
const LAST_ATTEMPTS: readonly string[] = ["1", "3"];

/**
 * Returns what a command did: a release that granted the lock is followed by a grant to the next owner. Empty for a
 * command that is not a run of a lock's script, and for an error reply: it did nothing. Throws for a reply that our
 * scripts do not give, and for a run with an unknown outcome.
 */
export function executions(entry: Witnessed, slackMs: number): Execution[] {
  const run = scriptRun(entry.command.map(String));
  if (run === undefined) return [];
  if (entry.unknown) throw new Error(`the witness does not know whether ${run.script.name} was executed`);
  if (entry.reply === undefined) return [];
  const { name } = run.script;
  const lease = LEASE[name];
  const own: Execution = {
    ...{ seq: entry.seq, at: entry.at, slackMs, script: name, lock: run.keys[0] ?? "", id: run.id },
    owner: name === "lock/force-release" ? "" : (run.args[0] ?? ""),
    ownerIsNew: !run.keys.some((key) => /^leasehound:[^:]*:record:/.test(key)),
    leaseMs: lease === undefined ? 0 : Number(run.args[lease]),
    releaseId: name === "lock/release" ? (run.args[6] ?? "") : "",
    last: name === "lock/acquire" && LAST_ATTEMPTS.includes(run.args[4] ?? ""),
    answer: answer(entry.reply, run.nonce),
  };
  const [, , , granting, owner, leaseMs, token]: readonly unknown[] = Array.isArray(entry.reply) ? entry.reply : [];
  return granting === "granted" || granting === "passed"
    ? [own, grantTo(own, String(owner), Number(leaseMs), token)]
    : [own];
}

/** Returns the second half of a release that granted the lock: the grant to the next owner, which is new. */
function grantTo({ seq, at, slackMs, lock }: Execution, owner: string, leaseMs: number, token: unknown): Execution {
  const held = { kind: "held", count: 1, remainingMs: leaseMs } as const;
  return {
    ...{ seq, at, slackMs, lock, script: "grant", id: owner, owner, ownerIsNew: true, leaseMs },
    ...{ releaseId: "", last: false, answer: typeof token === "string" ? { ...held, token } : held },
  };
}

function answer(reply: unknown, nonce: string): Answer {
  const slots: unknown[] = Array.isArray(reply) ? reply : [];
  const [kind, answered, first, second, , token] = slots;
  const number = (slot: unknown): number => {
    if (typeof slot !== "number") throw new Error(`no number in the reply ${JSON.stringify(reply)}`);
    return slot;
  };
  if (answered !== nonce) throw new Error(`the reply ${JSON.stringify(reply)} does not answer ${nonce}`);
  if (kind === "held" && typeof token === "string") {
    return { kind, count: number(first), remainingMs: number(second), token };
  }
  if (kind === "held" || kind === "counted") return { kind, count: number(first), remainingMs: number(second) };
  if (kind === "busy") return { kind, remainingMs: number(first) };
  if (kind === "renewed") return { kind, count: number(first) };
  if (kind === "forced") return { kind, freed: number(first) === 1 };
  if (kind === "status") return { kind, remainingMs: number(first), count: number(second) };
  if (kind === "ended" && typeof first === "string") return { kind, how: first };
  throw new Error(`unknown reply ${JSON.stringify(reply)}`);
}

/** Returns one line of a trace. */
export function shown({ seq, at, script, id, owner, last, leaseMs, answer: { kind, ...facts } }: Execution): string {
  const who = owner === "" || owner === id ? id : `${owner} ${id}`;
  const how = `${last ? " last" : ""}${leaseMs > 0 ? ` ${leaseMs}ms` : ""}`;
  return `#${seq} ${at.toFixed(0)}ms ${script.slice("lock/".length)}${how} ${who} -> ${kind} ${JSON.stringify(facts)}`;
}
