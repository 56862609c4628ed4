// One connection of a client of RESP: its commands, in their order, each with its faults.
import type { Socket } from "node:net";
import { ErrorReply } from "@redis/client";
import { Exchange } from "../../engine/faults/exchange.ts";
import type { Faults } from "../../engine/faults/faults.ts";
import type { Access, Tokens } from "./auth.ts";
import { type CommandCall, namesOf } from "./call.ts";
import { type Command, commandName, toCommand } from "./command.ts";
import { noPermission } from "./command-table.ts";
import type { Counters } from "./counters.ts";
import type { Database, Upstream } from "./database.ts";
import type { Execution, Executor } from "./execute.ts";
import { type HttpAnswer, httpAnswer } from "./http.ts";
import { RedisAway, ReplyLost } from "./redis-link.ts";
import { type Protocol, type Reply, resp2 } from "./reply.ts";
import type { Frame } from "./resp-frames.ts";
import { RespLine, RespOutput } from "./resp-output.ts";
import { lostRedis, partsInProtocol, type RespShared, respAnswer, respError } from "./resp-reply.ts";
import { isOfConnection, RespSession, wrongNumber } from "./resp-session.ts";
import { RespTransaction } from "./resp-transaction.ts";
import { type Turn, Turns } from "./resp-turns.ts";
import { ProtocolError, RespWords } from "./resp-words.ts";
import { respPush, respReply } from "./resp3.ts";
import { Subscriber } from "./subscriber.ts";

export interface RespParts extends RespShared {
  readonly tokens: Tokens;
  readonly executor: Executor;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly database: Database;
}

/** Above these, the client has to wait until some of its commands are answered. */
const mostWaiting = { commands: 1_000, bytes: 64 * 1024 * 1024 };

const OPENING = new Set(["SUBSCRIBE", "PSUBSCRIBE"]);
const CLOSING = new Set(["UNSUBSCRIBE", "PUNSUBSCRIBE"]);
const FOR_SUBSCRIBERS = new Set([...OPENING, ...CLOSING, "PING", "QUIT", "RESET"]);
/** The first words of a request that a web page made a browser send. Redis, too, closes such a connection. */
const OF_HTTP = new Set(["POST", "HOST:"]);

export class RespConnection {
  readonly #socket: Socket;
  readonly #parts: RespParts;
  readonly #session: RespSession;
  readonly #subscriber: Subscriber;
  readonly #output: RespOutput;
  readonly #words = new RespWords(() => this.#session.access !== undefined);
  readonly #turns = new Turns();
  readonly #transaction: RespTransaction;
  readonly #waiting = { commands: 0, bytes: 0 };
  /** The protocol of messages: that of the last reply that was written. */
  #written: Protocol = "resp2";
  /** Nothing more is read: the client has said goodbye, or cannot be understood. */
  #isDeaf = false;
  /** A fault has ended the connection: commands that were not executed yet are lost. */
  #isLost = false;

  constructor(socket: Socket, id: number, parts: RespParts) {
    this.#socket = socket;
    this.#parts = parts;
    this.#session = new RespSession(parts.tokens, parts.database.link, id);
    const output = new RespOutput(socket);
    this.#output = output;
    this.#transaction = new RespTransaction(parts.executor);
    this.#subscriber = new Subscriber({
      timers: parts.timers,
      push: ({ bytes }) => output.push(respPush(bytes, this.#written)),
      end: () => output.end(),
      cut: () => output.end(),
    });
    socket.setNoDelay(true);
    socket.on("error", () => {}); // "close" follows
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.once("close", () => this.#subscriber.close());
  }

  /** The number of open channels and patterns. */
  get openStreams(): number {
    return this.#subscriber.count;
  }

  destroy(): void {
    this.#isDeaf = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#isDeaf) return;
    try {
      for (const words of this.#words.add(chunk)) {
        this.#begin(words, (turn) => this.#serve(words, turn));
        if (this.#isDeaf) return;
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#begin([], (turn) => this.#leave(respError(error.message), turn));
    }
  }

  /** Gives a command its turn. */
  #begin(words: readonly Buffer[], work: (turn: Turn) => Promise<void>): void {
    const turn = this.#turns.next();
    const bytes = words.reduce((sum, { length }) => sum + length, 0);
    this.#count(1, bytes);
    work(turn)
      .catch((error: unknown) => {
        if (!(error instanceof RedisAway || error instanceof ReplyLost)) console.error(error);
        this.destroy(); // as a connection to Redis would end
      })
      .finally(() => {
        turn.executed();
        turn.answered();
        this.#count(-1, -bytes);
      });
  }

  #count(commands: number, bytes: number): void {
    this.#waiting.commands += commands;
    this.#waiting.bytes += bytes;
    const load = Math.max(this.#waiting.commands / mostWaiting.commands, this.#waiting.bytes / mostWaiting.bytes);
    if (load > 1) this.#socket.pause();
    else if (load < 0.5 && this.#socket.isPaused()) this.#socket.resume();
  }

  async #serve(words: readonly Buffer[], turn: Turn): Promise<void> {
    const command = toCommand(words);
    if (command === undefined) return this.#answer(respError("ERR empty command"), turn);
    const name = commandName(command);
    if (OF_HTTP.has(name)) return this.destroy();
    if (name === "QUIT") return this.#leave(resp2("OK"), turn);
    const refusal = this.#session.refusal(name);
    if (refusal !== undefined) {
      if (!isOfConnection(name)) this.#parts.counters.addRequest();
      return this.#answer(resp2(refusal), turn);
    }
    const { access } = this.#session;
    const step = this.#transaction.next(command, access === "read-only");
    if (step !== undefined && "call" in step) return this.#request(step.call, access, turn);
    const own = step === undefined ? this.#session.answerTo(name, command.slice(1)) : () => step.reply;
    if (own === undefined && name !== "PING" && !CLOSING.has(name)) {
      return this.#request({ kind: "command", command }, access, turn);
    }
    await turn.toExecute;
    if (this.#isLost) return;
    const refused = this.#refusalToSubscriber(name);
    if (refused !== undefined) this.#transaction.leave();
    const reply = refused ?? (await this.#ownReply(command, own, access));
    const { protocol } = this.#session;
    turn.executed();
    await turn.toAnswer;
    this.#written = protocol;
    await this.#output.write(respAnswer(reply));
  }

  /** Returns the reply to a command that is no request. */
  async #ownReply(
    command: Command,
    own: (() => Reply | Promise<Reply>) | undefined,
    access: Access | undefined,
  ): Promise<Buffer> {
    const [, ...args] = command;
    if (commandName(command) === "RESET") this.#subscriber.leaveAll();
    if (own !== undefined) {
      const reply = await own();
      return respReply(command, reply, this.#session.protocol);
    }
    if (commandName(command) === "PING") return this.#pong(args);
    return this.#pushes((await this.#subscriber.run(command, () => this.#upstreamOf(access))).frames);
  }

  #pushes(frames: readonly Frame[]): Buffer {
    return Buffer.concat(frames.map(({ bytes }) => respPush(bytes, this.#session.protocol)));
  }

  #pong([message, ...more]: readonly Buffer[]): Buffer {
    if (more.length > 0) return resp2(wrongNumber("ping"));
    if (this.#subscriber.count > 0 && this.#session.protocol === "resp2")
      return resp2([Buffer.from("pong"), message ?? Buffer.alloc(0)]);
    return resp2(message ?? "PONG");
  }

  async #request(call: CommandCall, access: Access | undefined, turn: Turn): Promise<void> {
    const { faults, counters } = this.#parts;
    const names = namesOf(call);
    const name = call.kind === "command" ? commandName(call.command) : "EXEC";
    const request = counters.addRequest();
    const isStream = OPENING.has(name);
    const line = new RespLine(this.#socket, turn, () => {
      this.#isLost = true;
    });
    const drawn = faults.draw(names, isStream);
    let { protocol } = this.#session;
    const exchange = new Exchange(
      line,
      drawn,
      partsInProtocol(this.#parts, () => protocol, faults.change),
    );
    const goesOn = await exchange.beforeExecuting();
    await turn.toExecute;
    protocol = this.#session.protocol;
    if (goesOn && (line.isCut || !this.#isLost)) {
      const refusal = this.#refusalToSubscriber(name);
      if (refusal !== undefined) await this.#answer(refusal, turn);
      else if (isStream && call.kind === "command") await this.#subscribe(call.command, access, exchange, turn);
      else await this.#execute(call, { request, access, protocol }, exchange, turn);
    }
    await line.ended;
  }

  async #execute(
    call: CommandCall,
    { request, access, protocol }: { request: number; access: Access | undefined; protocol: Protocol },
    exchange: Exchange<HttpAnswer>,
    turn: Turn,
  ): Promise<void> {
    const link = typeof access === "object" ? access.link : undefined;
    const execution = { request, readOnly: access === "read-only", format: protocol, overTcp: true, link } as const;
    const run = (faulted: Execution["faulted"]) => this.#run(call, { ...execution, faulted });
    const earlier = this.#parts.earlier[protocol];
    const answering = exchange.execute(run, (real) => earlier.replace(call, real));
    turn.executed();
    const answer = await answering;
    await this.#reply(answer, exchange, turn);
  }

  /** Never rejects because Redis is away. */
  async #run(call: CommandCall, execution: Execution): Promise<HttpAnswer> {
    const { executor } = this.#parts;
    try {
      const answering =
        call.kind === "command"
          ? executor.command(call.command, execution)
          : executor.multiExec(call.commands, execution);
      return respAnswer(httpAnswer(await answering, {}).body);
    } catch (error) {
      if (error instanceof RedisAway || error instanceof ReplyLost) return lostRedis;
      throw error;
    }
  }

  async #subscribe(
    command: Command,
    access: Access | undefined,
    exchange: Exchange<HttpAnswer>,
    turn: Turn,
  ): Promise<void> {
    const name = commandName(command);
    const { substitute } = exchange;
    if (substitute !== undefined) {
      turn.executed();
      return this.#reply(substitute, exchange, turn);
    }
    this.#parts.counters.addNamed(name);
    // Redis does not flag SUBSCRIBE as a read, although a subscriber receives the data of writers.
    if (access === "read-only") return this.#answer(respError(noPermission(name)), turn);
    const subscription = this.#subscriber.subscription(exchange);
    // The commands behind it wait: their replies depend on whether this is a subscriber.
    const reply = await this.#subscriber.run(command, () => this.#upstreamOf(access), subscription);
    const pushes = this.#pushes(reply.frames);
    turn.executed();
    if (exchange.holdsConfirmation && reply.error === undefined) {
      subscription.confirm();
      return this.#output.stall();
    }
    await this.#reply(respAnswer(pushes), exchange, turn);
    subscription.confirm();
  }

  async #reply(answer: HttpAnswer, exchange: Exchange<HttpAnswer>, turn: Turn): Promise<void> {
    if (!(await exchange.beforeReply())) return;
    await turn.toAnswer;
    await this.#output.write(answer);
  }

  async #answer(reply: Buffer, turn: Turn): Promise<void> {
    await turn.toAnswer;
    await this.#output.write(respAnswer(reply));
  }

  /** The last reply. */
  async #leave(reply: Buffer, turn: Turn): Promise<void> {
    this.#isDeaf = true;
    await this.#answer(reply, turn);
    this.#output.leave(this.#parts.timers);
  }

  #refusalToSubscriber(name: string): Buffer | undefined {
    const isLimited = this.#subscriber.count > 0 && this.#session.protocol === "resp2";
    if (!isLimited || FOR_SUBSCRIBERS.has(name)) return undefined;
    const allowed = "only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context";
    return resp2(new ErrorReply(`ERR Can't execute '${name.toLowerCase()}': ${allowed}`));
  }

  #upstreamOf(access: Access | undefined): Promise<Upstream> {
    return this.#parts.database.upstream(typeof access === "object" ? access.redisUrl : undefined);
  }
}
