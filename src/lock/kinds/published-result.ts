// The message that brings the result of a single flight: who may take it in place of an answer of Redis.

/** What a waiter knows of the run that it waits for. */
export interface WaitedRun {
  /** The owner that the last refusal named; "" before the first. Each run has an owner of its own. */
  readonly owner: string;
  /** When that attempt began, on the local clock. The owner stored its result later. */
  readonly askedAt: number;
}

/** A stored result. */
export interface Landed {
  readonly text: string;
  /** On the local clock. */
  readonly servedUntil: number;
}

const MESSAGE = /^(\S+) (\d+) (=.*)$/s;

/**
 * Returns the result in a message of the run that the caller waits for. Undefined if the message is of another run, has
 * another format, or may be too old: the caller then asks Redis.
 */
export function resultFor({ owner, askedAt }: WaitedRun, payload: string, now: number): Landed | undefined {
  const [, of, ttlMs, tabbed = ""] = MESSAGE.exec(payload) ?? [];
  const servedUntil = askedAt + Number(ttlMs);
  if (of === undefined || of !== owner || now >= servedUntil) return undefined;
  const text = tabbed.replaceAll("\t", ",");
  return Array.isArray(parsed(text.slice(1))) ? { text, servedUntil } : undefined;
}

/** Returns undefined for a text that is not JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
