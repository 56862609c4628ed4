// The answer of `query`, from the state in Redis.
import { ownerOfField, WRITER } from "../../lock/keys.ts";
import { waiterNamed } from "../../lock/lua/fair-read-write.ts";
import type { SnapshotRow } from "../../lock/lua/web-locks.ts";
import type { LockNames } from "./lock-names.ts";
import type { LockInfo, LockManagerSnapshot } from "./lock-types.ts";

/** Collects the pages of a snapshot. */
export class SnapshotPages {
  readonly #names: LockNames;
  readonly #held: LockInfo[] = [];
  readonly #pending: LockInfo[] = [];
  // A name that was used between two pages may be on both.
  readonly #seen = new Set<string>();

  constructor(names: LockNames) {
    this.#names = names;
  }

  /** Adds a row. */
  add({ text, isPlain, holders, waiters }: SnapshotRow): void {
    const name = this.#names.nameOf(text);
    for (const field of holders) {
      const mode = isPlain || field.endsWith(WRITER) ? "exclusive" : "shared";
      if (this.#isNew(text, field)) this.#held.push({ name, mode, clientId: clientOf(ownerOfField(field)) });
    }
    for (const waiter of waiters) {
      const { owner, access } = waiterNamed(waiter);
      const mode = access === "read" ? "shared" : "exclusive";
      if (this.#isNew(text, waiter)) this.#pending.push({ name, mode, clientId: clientOf(ownerOfField(owner)) });
    }
  }

  get snapshot(): LockManagerSnapshot {
    return { held: this.#held, pending: this.#pending };
  }

  #isNew(text: string, part: string): boolean {
    const id = `${part}|${text}`;
    const isNew = !this.#seen.has(id);
    this.#seen.add(id);
    return isNew;
  }
}

/** Returns the client of an owner, `<clientId>:<number>`. */
function clientOf(owner: string): string {
  return owner.replace(/:[^:]*$/, "");
}
