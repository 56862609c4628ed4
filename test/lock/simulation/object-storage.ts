// The storage of a simulated Durable Object: SQLite, and its one alarm. It outlives the instances of the object, but for
// the writes of the last moments before one ends.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { FIRST_EPOCH_MS } from "../../../src/engine/simulation/database.ts";
import type { PlannedEvent } from "../../../src/engine/simulation/event-queue.ts";
import type { World } from "../../../src/engine/simulation/world.ts";

/** A write that is on its way to the disk until `storedAt`, ms of the world. */
interface Write {
  readonly query: string;
  readonly values: readonly SQLInputValue[];
  readonly storedAt: number;
}

/** How long a write takes. The platform holds back what the object sends meanwhile. */
export const STORED_AFTER_MS = 5;

export class ObjectStorage {
  readonly #world: World;
  readonly #onAlarm: (scheduledTime: number) => void;
  #database = new DatabaseSync(":memory:");
  /** All writes: what the disk has. */
  #writes: Write[] = [];
  #alarmAt: number | undefined;
  /** The alarm before the latest one was set, and when that was, ms of the world. */
  #formerAlarm: { readonly at: number | undefined; readonly until: number } | undefined;
  #alarm: PlannedEvent | undefined;
  /** By how much alarms are late, ms. */
  alarmLatenessMs = 0;

  constructor(world: World, onAlarm: (scheduledTime: number) => void) {
    this.#world = world;
    this.#onAlarm = onAlarm;
  }

  /** The storage as an instance sees it. */
  get shown(): object {
    return {
      sql: { exec: (query: string, ...values: SQLInputValue[]) => this.#exec(query, values) },
      getAlarm: async () => this.#alarmAt ?? null,
      setAlarm: async (at: number) => this.#setAlarm(at),
      deleteAlarm: async () => this.#clearAlarm(),
    };
  }

  /** An instance ends: what was not stored by then is lost. */
  crash(): void {
    this.#database.close();
    this.#database = new DatabaseSync(":memory:");
    this.#writes = this.#writes.filter(({ storedAt }) => storedAt <= this.#world.now);
    for (const { query, values } of this.#writes) this.#database.prepare(query).run(...values);
    const former = this.#formerAlarm;
    if (former === undefined || former.until + STORED_AFTER_MS <= this.#world.now) return;
    if (former.at === undefined) this.#clearAlarm();
    else this.#setAlarm(former.at);
  }

  #exec(query: string, values: readonly SQLInputValue[]): unknown[] {
    if (!/^\s*SELECT/i.test(query)) this.#writes.push({ query, values, storedAt: this.#world.now + STORED_AFTER_MS });
    return this.#database.prepare(query).all(...values);
  }

  #setAlarm(at: number): void {
    this.#formerAlarm = { at: this.#alarmAt, until: this.#world.now };
    this.#clearAlarm();
    this.#alarmAt = at;
    const ms = at - FIRST_EPOCH_MS - this.#world.now + this.alarmLatenessMs;
    this.#alarm = this.#world.after(ms, () => {
      this.#clearAlarm();
      this.#onAlarm(at);
    });
  }

  #clearAlarm(): void {
    if (this.#alarm !== undefined) this.#alarm.run = undefined;
    this.#alarm = undefined;
    this.#alarmAt = undefined;
  }
}
