// What stands in front of a database: the protocols, with faults, counters and a witness log, without a server's socket.
import { Faults } from "../../engine/faults/faults.ts";
import { AclUsers, randomToken, Tokens } from "./auth.ts";
import { CommandTable } from "./command-table.ts";
import { Control } from "./control.ts";
import { Counters, type Counts } from "./counters.ts";
import type { Database } from "./database.ts";
import { EarlierAnswers } from "./earlier-answers.ts";
import { Executor } from "./execute.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { KeyLocking } from "./key-locking.ts";
import { RespFront } from "./resp-front.ts";
import { Rest } from "./rest.ts";
import { Streams } from "./streams.ts";
import { Timers } from "./timers.ts";
import { Witness, type WitnessEntry, type WitnessListener } from "./witness.ts";

/** The options of a gateway that are not about its sockets and its server. */
export interface FrontOptions {
  /** Undefined: a random one. */
  token?: string;
  readOnlyToken?: string;
  /** Also accepts the token as the `_token` parameter of a URL, like Upstash. */
  queryToken?: boolean;
  /**
   * Accepts scripts with the flag of key-level locking, like Upstash, and refuses a key outside their KEYS. Default:
   * Redis refuses the flag.
   */
  keyLocking?: boolean;
  /**
   * Answers DELEX … IFEQ and SET … IFEQ like Upstash, for a Redis that lacks them. Default: true. With false, such a
   * Redis refuses them.
   */
  compares?: boolean;
}

/** How tests disturb a gateway, and see what it did. */
export interface Instruments {
  readonly faults: Faults;
  counters(): Promise<Counts>;
  resetCounters(): Promise<void>;
  /** Commands executed after the one numbered `sinceSeq`, oldest first. */
  witness(sinceSeq?: number): WitnessEntry[];
  clearWitness(): void;
  /**
   * Reports every entry as it is written, also those that the log has dropped since. Returns the function that stops
   * it.
   */
  onWitness(listener: WitnessListener): () => void;
}

export class Front {
  readonly token: string;
  readonly readOnlyToken: string;
  readonly faults: Faults = new Faults();
  readonly witness: Witness = new Witness();
  readonly counters: Counters;
  readonly resp: RespFront;
  readonly #database: Database;
  readonly #rest: Rest;
  readonly #control: Control;
  readonly #timers = new Timers();
  readonly #streams: Streams;
  readonly #aclUsers: AclUsers;

  /** Closes the connection to the database when it does not answer, and throws the error. */
  static async of(database: Database, options: FrontOptions): Promise<Front> {
    const { link } = database;
    try {
      const table = await CommandTable.load(link, database.moreCommands);
      const keyLocking = options.keyLocking === true ? await KeyLocking.load(link) : undefined;
      const front = new Front(database, options, table, keyLocking);
      await front.counters.reset(); // earlier commands of the server are not billed
      return front;
    } catch (error) {
      link.close();
      throw error;
    }
  }

  private constructor(
    database: Database,
    options: FrontOptions,
    table: CommandTable,
    keyLocking: KeyLocking | undefined,
  ) {
    const { token = randomToken(), readOnlyToken = randomToken(), queryToken = false } = options;
    const { link } = database;
    const { faults, witness } = this;
    const aclUsers = new AclUsers(database.redisUrl);
    const counters = new Counters(link, table);
    const timers = this.#timers;
    const streams = new Streams(database, timers);
    const compares = options.compares !== false && !table.knows("DELEX");
    const executor = new Executor({ link, table, counters, witness, keyLocking, compares, aclUsers });
    const tokens = new Tokens({ token, readOnlyToken, queryToken, aclUsers });
    const served = { tokens, executor, faults, counters, timers };
    this.token = token;
    this.readOnlyToken = readOnlyToken;
    this.counters = counters;
    const earlier = { resp2: new EarlierAnswers(timers), resp3: new EarlierAnswers(timers) };
    this.resp = new RespFront({ ...served, database, earlier });
    this.#rest = new Rest({ ...served, streams, earlier: new EarlierAnswers(timers) });
    this.#control = new Control({ tokens, faults, counters, witness, openStreams: () => this.openStreams });
    this.#database = database;
    this.#streams = streams;
    this.#aclUsers = aclUsers;
  }

  get openStreams(): number {
    return this.#streams.openCount + this.resp.openStreams;
  }

  instruments(): Instruments {
    const { faults, counters, witness } = this;
    return {
      faults,
      counters: () => counters.read(this.openStreams),
      resetCounters: () => counters.reset(),
      witness: (sinceSeq) => witness.entries(sinceSeq),
      clearWitness: () => witness.clear(),
      onWitness: (listener) => witness.listen(listener),
    };
  }

  /** Answers a request over HTTP: in Upstash's REST protocol, or, on the gateway's own paths, as `Control` does. */
  async handle(request: HttpRequest, response: HttpResponse): Promise<void> {
    await (isOwnPath(request) ? this.#control : this.#rest).handle(request, response);
  }

  /** Ends its streams and its connections to the database. Requests that faults withhold are never executed. */
  close(): void {
    this.#timers.endAll();
    this.#streams.closeAll();
    this.#database.link.close();
    this.#aclUsers.close();
  }
}

/** Whether a request is to a path of the gateway's own. */
export function isOwnPath({ url = "" }: Pick<HttpRequest, "url">): boolean {
  return url.startsWith("/__");
}
