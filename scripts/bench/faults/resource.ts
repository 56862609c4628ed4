// The thing that the lock protects: a row of SQLite. It sees who reads and writes it, in which order, and refuses by
// our fence the sessions that have a token.
import { DatabaseSync } from "node:sqlite";
import { fencedRows } from "../../../src/index.ts";
import type { Access } from "./protocol.ts";

const ROW = fencedRows("sqlite", { table: "resource", column: "token", where: { id: 1 } });

interface Written {
  readonly session: number;
  isLost: boolean;
}

export class Resource {
  readonly #database = new DatabaseSync(":memory:");
  /** The sessions, in the order of their grants. */
  readonly #granted: number[] = [];
  /** Acknowledged writes: version 1 is the first. */
  readonly #written: Written[] = [];
  readonly #overlaps = new Set<string>();

  constructor() {
    this.#database.exec("CREATE TABLE resource (id INTEGER PRIMARY KEY, version INTEGER, token INTEGER)");
    this.#database.exec("INSERT INTO resource VALUES (1, 0, NULL)");
  }

  close(): void {
    this.#database.close();
  }

  noteGrant(session: number): void {
    this.#granted.push(session);
  }

  /** Returns the version that was read or written; undefined: the fence refused. */
  access(what: Access): number | undefined {
    const version = what.type === "read" ? this.#read(what.token) : this.#write(what.token);
    if (version !== undefined && what.type === "write") this.#note(what.session, what.version);
    return version;
  }

  /** `overlaps`: pairs of sessions of which the earlier one wrote after the later one. */
  get seen(): { overlaps: number; acknowledged: number; lost: number } {
    const lost = this.#written.filter(({ isLost }) => isLost).length;
    return { overlaps: this.#overlaps.size, acknowledged: this.#written.length, lost };
  }

  #read(token: string | undefined): number | undefined {
    if (token !== undefined && !this.#isChanged(ROW.claim(token))) return undefined;
    return Number(this.#database.prepare("SELECT version FROM resource").get()?.["version"]);
  }

  #write(token: string | undefined): number | undefined {
    const version = this.#written.length + 1;
    const plain = { text: "UPDATE resource SET version = ?", values: [version] };
    return this.#isChanged(token === undefined ? plain : ROW.update({ version }, token)) ? version : undefined;
  }

  #isChanged({ text, values }: { readonly text: string; readonly values: (string | number)[] }): boolean {
    return this.#database.prepare(text).run(...values).changes === 1;
  }

  /** A write that was made from `base` overwrites what others have written since. */
  #note(session: number, base: number): void {
    for (const later of this.#written.slice(base)) if (later.session !== session) later.isLost = true;
    const place = this.#granted.indexOf(session);
    for (const next of this.#granted.slice(place + 1)) {
      if (this.#written.some((written) => written.session === next)) this.#overlaps.add(`${session} ${next}`);
    }
    this.#written.push({ session, isLost: false });
  }
}
