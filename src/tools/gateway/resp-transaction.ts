// The transaction of a connection of RESP: MULTI, the commands behind it, and EXEC or DISCARD. All of them are sent to
// Redis at EXEC, as one request, because the connections of all clients share one to Redis. So there is no WATCH.
import { ErrorReply } from "@redis/client";
import type { CommandCall } from "./call.ts";
import { type Command, commandName } from "./command.ts";
import type { Executor } from "./execute.ts";
import { maxBytes, tooLarge } from "./http.ts";
import type { Reply } from "./reply.ts";
import { wrongNumber } from "./resp-session.ts";

/** A reply of the transaction itself, or a request to Redis. */
type Step = { readonly reply: Reply } | { readonly call: CommandCall };

const OWN = new Set(["MULTI", "EXEC", "DISCARD"]);
const nested = new ErrorReply("ERR MULTI calls can not be nested");
const watched = new ErrorReply("ERR WATCH inside MULTI is not allowed");
const wordsBehindExec = new ErrorReply(
  "EXECABORT Transaction discarded because of: wrong number of arguments for 'exec' command",
);
const aborted = new ErrorReply("EXECABORT Transaction discarded because of previous errors.");

export class RespTransaction {
  readonly #executor: Pick<Executor, "refusalToQueue">;
  /** Undefined: no transaction is open. */
  #queued: Command[] | undefined;
  #bytes = 0;
  /** A command was refused, so that EXEC runs none. */
  #isAborted = false;

  constructor(executor: Pick<Executor, "refusalToQueue">) {
    this.#executor = executor;
  }

  /** Takes the next command of the connection. Returns undefined if the command concerns no transaction. */
  next(command: Command, readOnly: boolean): Step | undefined {
    const name = commandName(command);
    const queued = this.#queued;
    if (name === "RESET") this.#queued = undefined;
    if (name === "RESET" || (queued === undefined && !OWN.has(name))) return undefined;
    if (!OWN.has(name)) return this.#queue(command, readOnly, queued ?? []);
    if (command.length > 1 && name !== "EXEC") return this.#refuse(wrongNumber(name.toLowerCase()));
    if (name === "MULTI") return this.#open();
    this.#queued = undefined;
    if (command.length > 1) return { reply: wordsBehindExec };
    if (queued === undefined) return { reply: new ErrorReply(`ERR ${name} without MULTI`) };
    if (name === "DISCARD") return { reply: "OK" };
    if (this.#isAborted) return { reply: aborted };
    return queued.length === 0 ? { reply: [] } : { call: { kind: "multi-exec", commands: queued } };
  }

  /** Forgets the transaction: the connection may have none now. */
  leave(): void {
    this.#queued = undefined;
  }

  #open(): Step {
    if (this.#queued !== undefined) return { reply: nested };
    this.#queued = [];
    this.#bytes = 0;
    this.#isAborted = false;
    return { reply: "OK" };
  }

  #queue(command: Command, readOnly: boolean, queued: Command[]): Step {
    // Redis does not abort the transaction for this one.
    if (commandName(command) === "WATCH") return { reply: watched };
    const refusal = this.#executor.refusalToQueue(command, { readOnly });
    if (refusal === "runs") {
      this.#isAborted = true;
      return { call: { kind: "command", command } };
    }
    if (refusal !== undefined) return this.#refuse(refusal);
    this.#bytes += command.reduce((sum, { length }) => sum + length, 0);
    if (this.#bytes > maxBytes) return this.#refuse(new ErrorReply(tooLarge(this.#bytes)));
    queued.push(command);
    return { reply: "QUEUED" };
  }

  #refuse(reply: ErrorReply): Step {
    this.#isAborted = true;
    return { reply };
  }
}
