// The clients inside each section, in the order of this process: recorded after a grant is known, and before a release
// is sent.
import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";

export class Witness implements AsyncDisposable {
  readonly overlaps: string[] = [];
  sections = 0;
  gaveUps = 0;
  readonly #stuckMs = new Map<string, number>();
  readonly #inside = new Map<string, string>();
  readonly #changedAt = new Map<string, number>();
  readonly #waitingSince = new Map<string, number>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Also accepts reports over HTTP, from other processes. */
  static async start(): Promise<Witness> {
    const server = createServer(async (request, response) => {
      const body: { name: string; who: string } = Object(await json(request));
      if (request.url === "/enter") witness.enter(body.name, body.who);
      else witness.exit(body.name, body.who);
      response.end();
    });
    const witness = new Witness(server);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return witness;
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("the witness does not listen");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Returns the longest wait for one of these locks in which no client entered or left its section, ms. */
  stuckMs(isOne: (name: string) => boolean): number {
    return Math.max(0, ...[...this.#stuckMs].filter(([name]) => isOne(name)).map(([, ms]) => ms));
  }

  /** Records that it starts to wait for the lock of its next section. */
  waits(who: string): void {
    this.#waitingSince.set(who, performance.now());
  }

  enter(name: string, who: string): void {
    const other = this.#inside.get(name);
    if (other !== undefined) this.overlaps.push(`${name}: ${who} entered while ${other} was inside`);
    this.#inside.set(name, who);
    this.sections += 1;
    this.#waited(name, who);
    this.#changedAt.set(name, performance.now());
  }

  /** Records that it was not let in. */
  gaveUp(name: string, who: string): void {
    this.gaveUps += 1;
    this.#waited(name, who);
  }

  exit(name: string, who: string): void {
    if (this.#inside.get(name) === who) this.#inside.delete(name);
    this.#changedAt.set(name, performance.now());
  }

  #waited(name: string, who: string): void {
    const now = performance.now();
    const since = Math.max(this.#waitingSince.get(who) ?? now, this.#changedAt.get(name) ?? 0);
    this.#stuckMs.set(name, Math.max(this.#stuckMs.get(name) ?? 0, now - since));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}
