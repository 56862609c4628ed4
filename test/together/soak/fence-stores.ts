// The stores of the fence's lists: another Redis than that of the locks, and SQLite. Each supports writes with the
// fence, in one step, and without it.
import { DatabaseSync } from "node:sqlite";
import { fencedRows } from "../../../src/index.ts";
import { createLocks } from "../../support/bare-locks.ts";
import { command, type Endpoint } from "../../support/rest.ts";

export interface FenceStore {
  create(resource: string): Promise<void>;
  read(resource: string): Promise<string[]>;
  /** `claim` comes before the read, and resolves to whether no newer token was seen. */
  readonly fenced: Writes & { claim(resource: string, token: string): Promise<boolean> };
  readonly unfenced: Writes;
}

export interface Writes {
  /** Returns whether it was written. */
  write(resource: string, elements: readonly string[], token: string): Promise<boolean>;
}

export function redisStore(redis: Endpoint): FenceStore {
  const locks = createLocks({ redis });
  const key = (resource: string): string => `list of ${resource}`;
  return {
    async create() {},
    async read(resource) {
      return elementsOf(await command<string | null>(redis, "GET", key(resource)));
    },
    fenced: {
      claim: (resource, token) => locks.fence(resource).check(token),
      write: (resource, elements, token) => locks.fence(resource).set(key(resource), elements.join(), token),
    },
    unfenced: {
      async write(resource, elements) {
        return (await command(redis, "SET", key(resource), elements.join())) === "OK";
      },
    },
  };
}

export function sqliteStore(): FenceStore & Disposable {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE lists (name TEXT PRIMARY KEY, elements TEXT, token INTEGER)");
  const row = (name: string) => fencedRows("sqlite", { table: "lists", column: "token", where: { name } });
  const run = async (text: string, values: readonly string[]): Promise<boolean> => {
    await reached();
    return database.prepare(text).run(...values).changes === 1;
  };
  return {
    async create(name) {
      await run("INSERT INTO lists (name) VALUES (?)", [name]);
    },
    async read(name) {
      await reached();
      return elementsOf(database.prepare("SELECT elements FROM lists WHERE name = ?").get(name)?.["elements"]);
    },
    fenced: {
      claim(name, token) {
        const { text, values } = row(name).claim(token);
        return run(text, values);
      },
      write(name, elements, token) {
        const { text, values } = row(name).update({ elements: elements.join() }, token);
        return run(text, values);
      },
    },
    unfenced: {
      write: (name, elements) => run("UPDATE lists SET elements = ? WHERE name = ?", [elements.join(), name]),
    },
    [Symbol.dispose]() {
      database.close();
    },
  };
}

/** Simulates the transit of a statement to its database. */
function reached(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
}

function elementsOf(text: unknown): string[] {
  return typeof text === "string" && text !== "" ? text.split(",") : [];
}
