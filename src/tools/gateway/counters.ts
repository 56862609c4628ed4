// Counts the requests over HTTP and RESP, and the commands that Upstash would bill.
import { type Command, commandName } from "./command.ts";
import type { CommandTable } from "./command-table.ts";
import type { Link } from "./database.ts";
import { RedisAway, ReplyLost } from "./redis-link.ts";

export interface Counts {
  /**
   * HTTP requests and RESP commands with any outcome. Those under /__ do not count, and neither do the commands of a
   * connection, such as AUTH.
   */
  readonly requests: number;
  /**
   * Requested commands, where a stream is one SUBSCRIBE or PSUBSCRIBE; without those whose execution a fault prevented.
   */
  readonly commands: number;
  /**
   * Upstash bills a script and every redis.call inside it, and each command of a pipeline. The number comes from the
   * server's statistics, so that it includes other clients. It starts at the last reset or the server's start,
   * whichever was later. It is null while Redis is away.
   */
  readonly billed: number | null;
  readonly byCommand: Readonly<Record<string, number>>;
  /** Streams over HTTP, and channels and patterns over RESP. */
  readonly openStreams: number;
}

/** The gateway sends these itself, so that the requested ones count instead of the server's number. */
const sentByGateway = new Set(["INFO", "COMMAND"]);
const billedStreams = new Set(["SUBSCRIBE", "PSUBSCRIBE"]);

interface Statistics {
  /** Changes when the server restarts, with its statistics at zero. */
  readonly runId: string;
  readonly calls: number;
}

export class Counters {
  readonly #link: Link;
  readonly #table: CommandTable;
  #requests = 0;
  #lastRequest = 0;
  #byCommand = new Map<string, number>();
  #billedCopies = 0;
  #unbilled = 0;
  #base: Statistics = { runId: "", calls: 0 };

  constructor(link: Link, table: CommandTable) {
    this.#link = link;
    this.#table = table;
  }

  /** Returns the request's number, which is unique for this gateway. */
  addRequest(): number {
    this.#requests += 1;
    this.#lastRequest += 1;
    return this.#lastRequest;
  }

  addCommand(command: Command): void {
    this.addNamed(commandName(command));
  }

  /** Counts a copy that a fault made: billed, though not requested. The server counts all except these few. */
  addCopy(command: Command): void {
    if (sentByGateway.has(commandName(command))) this.#billedCopies += 1;
  }

  /** Subtracts commands that a script of the gateway executed, and Upstash would not. */
  addUnbilled(commands: number): void {
    this.#unbilled += commands;
  }

  /** Unknown names share one line, because their number is unlimited. */
  addNamed(name: string): void {
    const line = this.#table.knows(name) ? name : "(unknown)";
    this.#byCommand.set(line, (this.#byCommand.get(line) ?? 0) + 1);
  }

  async read(openStreams: number): Promise<Counts> {
    const statistics = await this.#statistics();
    return {
      requests: this.#requests,
      commands: this.#sum(() => true),
      billed: statistics && this.#billed(statistics),
      byCommand: Object.fromEntries([...this.#byCommand].sort(([a], [b]) => (a < b ? -1 : 1))),
      openStreams,
    };
  }

  async reset(): Promise<void> {
    this.#base = (await this.#statistics()) ?? { runId: "", calls: 0 };
    this.#requests = 0;
    this.#byCommand = new Map();
    this.#billedCopies = 0;
    this.#unbilled = 0;
  }

  #billed({ runId, calls }: Statistics): number {
    const before = runId === this.#base.runId ? this.#base.calls : 0;
    const unseen = this.#sum((name) => sentByGateway.has(name) || billedStreams.has(name));
    return calls - before + unseen + this.#billedCopies - this.#unbilled;
  }

  #sum(counts: (name: string) => boolean): number {
    return [...this.#byCommand].reduce((sum, [name, count]) => (counts(name) ? sum + count : sum), 0);
  }

  async #statistics(): Promise<Statistics | null> {
    try {
      const info = String(await this.#link.send(["INFO", "all"]));
      const lines = [...info.matchAll(/^cmdstat_([^:|\n]+)(?:\|[^:\n]*)?:calls=(\d+)/gm)];
      const counted = lines.filter(([, name = ""]) => !this.#isOwn(name.toUpperCase()));
      return {
        runId: /^run_id:(\w+)/m.exec(info)?.[1] ?? "",
        calls: counted.reduce((sum, [, , calls]) => sum + Number(calls), 0),
      };
    } catch (error) {
      if (error instanceof RedisAway || error instanceof ReplyLost) return null;
      throw error;
    }
  }

  #isOwn(name: string): boolean {
    return sentByGateway.has(name) || this.#table.isConnectionBound(name);
  }
}
