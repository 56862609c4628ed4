// The checks of the contract, without a library of assertions: it runs in any runner.
import { nowMs } from "../../base/clock.ts";

/** The time within which something must happen that no deadline bounds. */
const SOON_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Throws unless both are the same, with all their members. `what`: the subject of the message. */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (isSame(actual, expected)) return;
  throw new Error(`${what}: expected ${shown(expected)}, got ${shown(actual)}`);
}

/** Throws unless the object has these members. */
export function has(actual: unknown, members: Readonly<Record<string, unknown>>, what: string): void {
  for (const [name, expected] of Object.entries(members)) same(Object(actual)[name], expected, `${what}, its ${name}`);
}

/** Throws unless the number is from the first, included, to the last, not included. */
export function within(actual: number, from: number, to: number, what: string): void {
  if (!(actual >= from && actual < to)) throw new Error(`${what}: expected ${from} to ${to}, got ${actual}`);
}

/** Waits until something is true. Throws after a while. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = nowMs() + SOON_MS;
  while (!(await isTrue())) {
    if (nowMs() > end) throw new Error(`${what}: not after ${SOON_MS} ms`);
    await pause(LOOK_EVERY_MS);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Returns the error of a run. Throws if it resolved, or if any text of the error, or of its causes, has a secret.
 * @param secrets such as the token, and the arguments of the command
 */
export async function failure(run: Promise<unknown>, secrets: readonly string[]): Promise<unknown> {
  const error: unknown = await run.then(
    (reply) => {
      throw new Error(`expected an error, got the reply ${shown(reply)}`);
    },
    (caught: unknown) => caught,
  );
  if (!(error instanceof Error)) throw new Error(`expected an error, got ${shown(error)}`);
  const text = everyText(error);
  if (secrets.some((secret) => text.includes(secret))) throw new Error(`an error shows a secret: ${error.message}`);
  return error;
}

/** Returns all texts of an error that any print may show: each own member, and those of its causes. */
export function everyText(value: unknown, seen: Set<unknown> = new Set()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const members = Reflect.ownKeys(value).map((name) => `${String(name)}: ${everyText(Reflect.get(value, name), seen)}`);
  return [value instanceof Error ? String(value) : "", JSON.stringify(value), ...members].join("\n");
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => isSame(Object(one)[name], Object(other)[name]));
}

function shown(value: unknown): string {
  return value instanceof Error ? `${value.name}: ${value.message}` : String(JSON.stringify(value));
}
