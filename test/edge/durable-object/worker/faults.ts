// Faults for the Durable Objects of this worker, which share one isolate. Alarms are late, doubled or dropped, a call
// fails, or an object is aborted at its n-th call of storage, Redis or RPC. Each object has its own faults, so that
// many scenarios run at the same time.
import { AsyncLocalStorage } from "node:async_hooks";
import { Story } from "./story.ts";

const stories = new Map<string, Story>();

/** Returns the story of the object with this id. */
export function storyOf(id: DurableObjectId): Story {
  const key = id.toString();
  const known = stories.get(key);
  if (known !== undefined) return known;
  const story = new Story();
  stories.set(key, story);
  return story;
}

const current = new AsyncLocalStorage<{ readonly object: Watched; readonly event: string }>();

const realFetch = globalThis.fetch;
globalThis.fetch = async (...args: Parameters<typeof fetch>): Promise<Response> => {
  const object = current.getStore()?.object;
  object?.step("fetch");
  const response = await realFetch(...args);
  object?.step("fetch answered");
  return response;
};

/** One life of an object: counts its calls, and aborts it at the chosen one. */
export class Watched {
  readonly #ctx: DurableObjectState;
  readonly #story: Story;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    const story = storyOf(ctx.id);
    this.#story = story;
    story.lives += 1;
    const { storage } = ctx;
    for (const method of ["getAlarm", "setAlarm", "deleteAlarm"] as const) {
      const real: (...args: never[]) => Promise<unknown> = storage[method].bind(storage);
      const watched = async (...args: never[]): Promise<unknown> => {
        this.step(method);
        if (method !== "getAlarm") story.alarmsSet += 1;
        const result = await real(...args);
        this.step(`${method} done`);
        return result;
      };
      Object.defineProperty(storage, method, { value: watched });
    }
    const { sql } = storage;
    const exec = sql.exec.bind(sql);
    const watched = (text: string, ...bindings: SqlStorageValue[]): unknown[] => {
      this.step(`sql ${text.slice(0, 6)}`);
      const cursor = exec(text, ...bindings);
      const rows = cursor.toArray();
      story.rowsWritten += cursor.rowsWritten;
      story.rowsRead += cursor.rowsRead;
      return rows;
    };
    Object.defineProperty(sql, "exec", { value: watched });
  }

  /** Runs one event of the object. */
  event<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
    return current.run({ object: this, event: what }, async () => {
      this.step("begin");
      const result = await run();
      this.step("end");
      return result;
    });
  }

  /** Runs its alarm, with the faults of alarms. */
  async alarm(run: () => Promise<void>): Promise<void> {
    const { faults } = this.#story;
    if (faults.alarmLateMs > 0) await scheduler.wait(faults.alarmLateMs);
    if (faults.dropAlarms > 0) {
      faults.dropAlarms -= 1;
      return;
    }
    this.#story.alarms += 1;
    const start = Date.now();
    try {
      await this.event("alarm", run);
      if (faults.doubleAlarms) await this.event("alarm again", run);
      this.#story.alarmsMs.push(Date.now() - start);
    } catch (error) {
      this.#story.alarmsThrown += 1;
      throw error;
    }
  }

  step(what: string): void {
    const story = this.#story;
    const call = `${current.getStore()?.event ?? "constructor"}: ${what}`;
    story.calls.push(call);
    story.allCalls += 1;
    const { abortAt, abortOn, failOn, aborts } = story.faults;
    if (call === failOn && story.failed === 0) {
      story.failed = 1;
      throw new Error(`fault at ${call}`);
    }
    if ((story.calls.length !== abortAt && call !== abortOn) || story.abortedAt.length >= aborts) return;
    story.abortedAt.push(call);
    story.calls = [];
    this.#ctx.abort(`fault at ${call}`);
  }
}
