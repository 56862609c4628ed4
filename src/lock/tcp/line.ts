// One connection of a port, from the start of its opening to its end.
import { nowMs } from "../../base/clock.ts";
import type { GivenClient } from "./tcp-client.ts";

// An opening has at least this time, even if its callers have shorter deadlines: a red lock gives a node a tenth of its
// lease.
export const OPENING_MS = 1_000;

/** The client of the port has ended. */
export class ClientClosed extends Error {
  constructor() {
    super("the client was closed");
  }
}

export class Line<Connection extends { close(): void }> {
  readonly opened: Promise<Connection>;
  /** Undefined until it is open. */
  connection: Connection | undefined;
  hasEnded: boolean = false;
  /** Called at its end, also if it does not open. */
  readonly onEnd: Set<() => void> = new Set();
  readonly #startedAt = nowMs();
  readonly #over = new AbortController();

  /** Starts to open it. `open`: see `Server`. */
  constructor(
    client: Pick<GivenClient, "hasEnded">,
    open: (onEnd: () => void, signal: AbortSignal) => Promise<Connection>,
  ) {
    this.opened = this.#open(client, open);
    this.opened.catch(() => this.#end());
  }

  /** It is being opened, and has time left for that. */
  get isOpening(): boolean {
    return this.connection === undefined && nowMs() - this.#startedAt < OPENING_MS;
  }

  /** Ends it, also while it is being opened. */
  close(): void {
    if (this.hasEnded) return;
    this.#over.abort();
    this.connection?.close();
    this.#end();
  }

  async #open(...[client, open]: ConstructorParameters<typeof Line<Connection>>): Promise<Connection> {
    if (client.hasEnded()) throw new ClientClosed();
    const connection = await open(() => this.#end(), this.#over.signal);
    this.connection = connection;
    if (this.hasEnded) connection.close();
    return connection;
  }

  #end(): void {
    this.hasEnded = true;
    for (const ended of this.onEnd) ended();
    this.onEnd.clear();
  }
}
