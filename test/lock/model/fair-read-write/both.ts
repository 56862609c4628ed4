// One fair read/write lock in Redis beside the model of its rules. Each step is taken on both, and compared.
import { readTimeouts, readWriteChannel, readWriteQueueKeys } from "../../../../src/lock/keys.ts";
import {
  acquireQueuedCall,
  cancelQueuedCall,
  releaseQueuedCall,
  waiterOf,
} from "../../../../src/lock/lua/fair-read-write.ts";
import type { Access } from "../../../../src/lock/lua/read-write.ts";
import { stealWriteCall } from "../../../../src/lock/lua/steal.ts";
import type { BusyReply, GrantedHold, LuaScript, ScriptCall } from "../../../../src/lock/protocol.ts";
import { longSource, scriptOf } from "../../../support/edited-script.ts";
import { ownerNamed } from "../../../support/owners.ts";
import { sharedHold } from "../../../support/read-write-state.ts";
import { runDirectly } from "../../../support/run-directly.ts";
import { type Connection, load } from "../real.ts";
import { type Caller, Rules } from "./rules.ts";

/** Small, so that many groups of readers do not fit. */
const WINDOW = 3;
const CLOCK = "model:clock";
const HEARD = "model:heard";
const LEASE_MS = 10_000_000;
const JAVA = "00000000-0000-4000-8000-000000000001:1";
/** The scripts that the walk runs. */
export const WALKED = [
  ...["acquire-read", "acquire-write", "release-read", "release-write"].map((name) => `fair-read-write/${name}`),
  "read-write/steal-write",
];

/** Returns the text of a script. */
export type SourceOf = (name: string) => string;

/** A caller with its hold in Redis. */
export interface Client extends Caller {
  readonly hold: GrantedHold;
  /** From the reply to its grant. */
  epoch: string;
  /** It makes attempts. */
  lives: boolean;
  /** A message called it, or it looks after one for all. */
  isCalled: boolean;
  attempts: number;
  releases: number;
}

export class BothLocks {
  readonly rules: Rules = new Rules(WINDOW);
  readonly #connection: Connection;
  readonly #key: string;
  readonly #scripts: ReadonlyMap<string, LuaScript>;
  #clients = 0;

  private constructor(connection: Connection, key: string, scripts: ReadonlyMap<string, LuaScript>) {
    this.#connection = connection;
    this.#key = key;
    this.#scripts = scripts;
  }

  /** Empties the database. `sourceOf`: scripts that replace those of the files. */
  static async start(connection: Connection, sourceOf: SourceOf = longSource): Promise<BothLocks> {
    await connection.sendCommand(["FLUSHALL"]);
    const scripts = WALKED.map((name) => walked(name, sourceOf(name)));
    await load(connection, scripts);
    const both = new BothLocks(connection, "walk", new Map(scripts.map((script) => [script.name, script])));
    await both.passes(1_000_000);
    return both;
  }

  /** Makes a caller of one of five isolates. `owner`: one that it passes. */
  client(access: Access, isolate: number, owner?: string): Client {
    this.#clients += 1;
    const name = ownerNamed(owner ?? `c:${this.#clients}`);
    const isNew = owner === undefined;
    const of = { ownerIsNew: isNew, epoch: "", leaseMs: LEASE_MS };
    const hold = sharedHold(this.#key, access, name, isNew ? name : `h${this.#clients}`, of);
    const where = `11111${isolate}`;
    return {
      ...{ access, hold, isolate: where, owner: name, isPassed: !isNew, waiter: waiterOf(hold, access, where) },
      ...{ epoch: "", lives: true, isCalled: false, attempts: 0, releases: 0 },
    };
  }

  async passes(ms: number): Promise<void> {
    this.rules.now += ms;
    const micros = String((this.rules.now % 1_000) * 1_000);
    await this.#connection.sendCommand(["DEL", CLOCK]);
    await this.#connection.sendCommand(["RPUSH", CLOCK, String(Math.floor(this.rules.now / 1_000)), micros]);
  }

  async acquires(client: Client, last = false): Promise<string> {
    const { access, isolate, hold } = client;
    const overtaken = this.rules.overtaken(client);
    const isFair = this.rules.holds(client) || this.rules.isReEntry(client) || overtaken.length === 0;
    const call = acquireQueuedCall(hold, access, isolate, { last, first: client.attempts % 2 === 0 });
    client.attempts += 1;
    client.isCalled = false;
    const reply = await this.#run(call);
    const answer = reply.kind === "ended" ? endOf(reply.end) : reply.kind;
    this.#expectSame("acquire", answer, this.rules.acquire(client, last));
    if (reply.kind === "busy") this.#expectTold(client, reply);
    // Holds of a passed owner count in a life, which has a name.
    if (reply.kind === "held") this.#expectSame("has a life", String(reply.epoch !== ""), String(client.isPassed));
    if (answer === "held" && !isFair) throw new Error(`${client.waiter} overtakes ${overtaken[0]?.waiter}`);
    if (reply.kind === "held") client.epoch = reply.epoch;
    return answer;
  }

  /** `client`: a writer that makes no attempts. */
  async steals(client: Client): Promise<string> {
    const reply = await this.#run(stealWriteCall(client.hold, "stolen:thief//"));
    const answer = reply.kind === "ended" ? endOf(reply.end) : reply.kind;
    this.#expectSame("steal", answer, this.rules.steal(client));
    if (reply.kind === "held") client.epoch = reply.epoch;
    return answer;
  }

  async ends(client: Client, givesUp: boolean): Promise<string> {
    const { access, isolate, hold, epoch } = client;
    const call = givesUp
      ? cancelQueuedCall(hold, access, isolate)
      : releaseQueuedCall({ ...hold, epoch }, client.releases === 0, access);
    if (!givesUp) client.releases += 1;
    const end = endOf((await this.#run(call)).end);
    this.#expectSame(givesUp ? "give up" : "release", end, this.rules.end(client, givesUp));
    return end;
  }

  /** The leases of all holders end. */
  async expires(owners: readonly string[]): Promise<void> {
    const slots = [...owners, JAVA].flatMap((owner) => [1, 2, 3, 4, 5, 6].map((n) => this.#slot(owner, n)));
    await this.#connection.sendCommand(["DEL", this.#key, ...slots]);
    this.rules.expire();
  }

  /** A Java service acquires or releases the lock: the effects of Redisson's scripts. */
  async javaTakes(access: Access): Promise<void> {
    if (!this.rules.javaTakes(access)) return;
    const field = access === "write" ? `${JAVA}:write` : JAVA;
    await this.#connection.sendCommand(["HSET", this.#key, "mode", this.rules.mode ?? "", field, "1"]);
    if (access === "read") {
      await this.#connection.sendCommand(["SET", this.#slot(JAVA, 1), "1", "PX", String(LEASE_MS)]);
    }
    await this.#connection.sendCommand(["PEXPIRE", this.#key, String(LEASE_MS)]);
  }

  async javaReleases(): Promise<void> {
    const wasWriter = this.rules.java === "write";
    this.rules.javaReleases();
    await this.#connection.sendCommand(["HDEL", this.#key, wasWriter ? `${JAVA}:write` : JAVA]);
    await this.#connection.sendCommand(["DEL", this.#slot(JAVA, 1)]);
    if (this.rules.mode === undefined) await this.#connection.sendCommand(["DEL", this.#key]);
  }

  /** Compares the queue, the messages and the hash. Returns the messages. */
  async compared(): Promise<readonly string[]> {
    const [queue, writers, tries] = readWriteQueueKeys(this.#key);
    const [members, ofWriters, attempts, heard, fields] = await Promise.all([
      this.#texts("ZRANGE", queue, "0", "-1", "WITHSCORES"),
      this.#texts("ZRANGE", writers, "0", "-1", "WITHSCORES"),
      this.#texts("ZRANGE", tries, "0", "-1", "WITHSCORES"),
      this.#texts("LRANGE", HEARD, "0", "-1"),
      this.#texts("HGETALL", this.#key),
      this.#connection.sendCommand(["DEL", HEARD]),
    ]);
    const inOrder = this.rules.queue.map(({ caller, number }) => [caller, String(number)] as const);
    const told = inOrder.flatMap(([{ waiter }, number]) => [waiter, number]);
    const toldWriters = inOrder.flatMap(([{ waiter, access }, number]) => (access === "write" ? [waiter, number] : []));
    const tried = this.rules.queue.map(({ caller, triedAt }) => `${caller.waiter} ${triedAt}`).sort();
    const channel = readWriteChannel(this.#key);
    this.#expectSame("queue", members.join(" "), told.join(" "));
    this.#expectSame("writers", ofWriters.join(" "), toldWriters.join(" "));
    this.#expectSame("last attempts", pairs(attempts).sort().join(" "), tried.join(" "));
    this.#expectSame("messages", heard.join(" "), this.rules.messages.flatMap((text) => [channel, text]).join(" "));
    this.#excludes(fields);
    return this.rules.messages.splice(0);
  }

  #excludes(fields: readonly string[]): void {
    const hash = new Map(fields.flatMap((field, at) => (at % 2 === 0 ? [[field, fields[at + 1]] as const] : [])));
    this.#expectSame("mode", String(hash.get("mode")), String(this.rules.mode));
    const holders = [...hash.keys()].filter((field) => field !== "mode");
    const writers = holders.filter((field) => field.endsWith(":write"));
    const [writer = ""] = writers;
    const strangers = holders.filter((field) => field !== writer && `${field}:write` !== writer);
    if (writers.length > 1 || (writers.length === 1 && strangers.length > 0)) {
      throw new Error(`the lock is shared with a writer: ${holders.join(" ")}`);
    }
  }

  #expectTold(client: Client, { queued, remainingMs }: BusyReply): void {
    const { position, againMs = remainingMs, number } = this.rules.told(client);
    const expected = this.rules.isQueued(client) ? { position, againMs, number } : null;
    this.#expectSame("told", JSON.stringify(queued ?? null), JSON.stringify(expected));
  }

  #expectSame(what: string, got: string, wanted: string): void {
    if (got !== wanted) throw new Error(`${what}: Redis has "${got}", the model "${wanted}"`);
  }

  #slot(owner: string, n: number): string {
    return `${readTimeouts(this.#key)}${owner}:rwlock_timeout:${n}`;
  }

  async #texts(...words: string[]): Promise<string[]> {
    const reply = await this.#connection.sendCommand(words);
    return Array.isArray(reply) ? reply.map(String) : [];
  }

  #run<Reply>(call: ScriptCall<Reply>): Promise<Reply> {
    const script = this.#scripts.get(call.script.name) ?? call.script;
    return runDirectly(this.#connection, call, ["EVALSHA", script.sha1]);
  }
}

/** Makes the form of a script for the walk: with its own clock, a small window, and messages in a list, in order. */
function walked(name: string, source: string): LuaScript {
  // A theft tells only those whom it robs.
  if (name === "read-write/steal-write") return scriptOf(name, source);
  return scriptOf(
    name,
    source
      .replace("read('TIME')", `read('LRANGE', '${CLOCK}', 0, -1)`)
      .replaceAll("call('PUBLISH', ", `call('RPUSH', '${HEARD}', `)
      .replace("local WINDOW = 256", `local WINDOW = ${WINDOW}`),
  );
}

/** Leaves out the thief. */
function endOf(end: string): string {
  return end.startsWith("stolen:") ? "stolen" : end;
}

function pairs(list: readonly string[]): string[] {
  return list.flatMap((waiter, at) => (at % 2 === 0 ? [`${waiter} ${list[at + 1]}`] : []));
}
