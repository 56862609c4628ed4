// The connections of a port to a cluster: each master has a line of its own, so that a slow one delays no other. A
// command goes to the master of its keys. Redis did not execute a command that it redirects, so that is sent again.

import { nowMs } from "../../base/clock.ts";
import { InvalidOptionError, isOwn, neverSent, RedisUnreachableError } from "../../base/errors.ts";
import { oneRequest } from "../http/http.ts";
import { hashTagOf } from "../keys.ts";
import type { RunLimits } from "../protocol.ts";
import type { Answer } from "../redis/script-port.ts";
import { CommandLine, unopened, unsent } from "./command-line.ts";
import { ClientClosed } from "./line.ts";
import { type ChannelConnection, type GivenClient, type Server, unlessGivenUp } from "./tcp-client.ts";
import { type Commands, portOver, type TcpPort } from "./tcp-port.ts";

/** The masters of a cluster, at one time. */
export interface Masters {
  /** By their address, as redirects name it. */
  readonly servers: ReadonlyMap<string, Server>;
  /** Returns the address of the master of a slot; undefined if none has it. */
  addressOf(slot: number): string | undefined;
}

/** A client of a cluster that was given to a port. */
export interface ClusterClient extends GivenClient {
  /** Finds the masters now. */
  discover(): Promise<Masters>;
}

/** A master that was found. */
interface Master {
  readonly server: Server;
  readonly line: CommandLine;
  /** Whether it has failed since then: another server may be the master instead. */
  isSuspect: boolean;
}

const MOST_REDIRECTS = 5;
// A library may leave its search unfinished.
const DISCOVERY_MS = 10_000;
// Another server may be the master by now.
const ELSEWHERE = /^(CLUSTERDOWN|LOADING|MASTERDOWN|READONLY)\b/;
const LAST_SLOT = 16_383;

/** Makes the port of a client of a cluster. */
export function clusterPort(client: ClusterClient): TcpPort {
  const line = new ClusterLine(client);
  return portOver({ ...client, openForChannels: (...opening) => line.openForChannels(...opening) }, line);
}

/** Sends the commands of a port to the masters of a cluster, and follows channels at any of them. */
class ClusterLine implements Commands {
  readonly isCluster = true;
  readonly #client: ClusterClient;
  /** By address. */
  #masters: ReadonlyMap<string, Master> = new Map();
  #addressOf: Masters["addressOf"] = () => undefined;
  /** By slot: the address of its master, if it has moved since they were found. */
  readonly #moved = new Map<number, string>();
  #discovering: Promise<void> | undefined;

  constructor(client: ClusterClient) {
    this.#client = client;
  }

  /** Sends one command to the master of its keys: see `CommandTransport`. */
  async send(command: readonly string[], limits: RunLimits): Promise<Answer> {
    const slot = slotOfAll(keysOf(command));
    const deadline = nowMs() + limits.timeoutMs;
    const remaining = (): RunLimits => ({ ...limits, timeoutMs: Math.max(1, deadline - nowMs()) });
    for (let redirects = 0; ; redirects += 1) {
      const master = this.#masterOf(slot) ?? (await this.#find(slot, remaining()));
      const answer = await sendTo(master, command, remaining());
      const [word, , address = ""] = "error" in answer ? answer.error.split(" ") : [];
      if (word === "MOVED" && redirects < MOST_REDIRECTS) this.#moved.set(slot, address);
      // While a slot is moved, each key is on one of two masters. No script may run before all of them have moved.
      else if (word === "MOVED" || word === "ASK") return { error: `TRYAGAIN slot ${slot} is being moved` };
      else return answer;
    }
  }

  /** Opens a connection for channels, to any master: they pass messages on to each other. */
  async openForChannels(onEnd: () => void, signal: AbortSignal): Promise<ChannelConnection> {
    let masters = this.#healthy();
    if (masters.length === 0) {
      await unlessGivenUp(this.#discover(), signal);
      masters = this.#healthy();
    }
    const master = masters[Math.floor(Math.random() * masters.length)];
    if (master === undefined) throw new Error("the cluster has no masters");
    try {
      return await master.server.openForChannels(onEnd, signal);
    } catch (error) {
      // The next one takes another master.
      master.isSuspect = true;
      throw error;
    }
  }

  /** Ends the connections. */
  close(): void {
    for (const { line } of this.#masters.values()) line.close();
    this.#masters = new Map();
  }

  #healthy(): Master[] {
    return [...this.#masters.values()].filter(({ isSuspect }) => !isSuspect);
  }

  /** Returns the known master of a slot, unless it has failed. */
  #masterOf(slot: number): Master | undefined {
    const master = this.#masters.get(this.#moved.get(slot) ?? this.#addressOf(slot) ?? "");
    return master?.isSuspect === true ? undefined : master;
  }

  /** Returns the master of a slot, after the masters were found again. */
  async #find(slot: number, limits: RunLimits): Promise<Master> {
    await oneRequest(limits, this.#client.passwords, () => this.#discover()).catch((error: unknown) => {
      throw unsent(error, limits);
    });
    const master = this.#masterOf(slot);
    if (master !== undefined) return master;
    throw neverSent(new RedisUnreachableError(`Redis is not ready: slot ${slot} has no master`));
  }

  #discover(): Promise<void> {
    const { passwords } = this.#client;
    const once = async (signal: AbortSignal): Promise<void> => {
      try {
        await this.#discoverOnce(signal);
      } catch (error) {
        throw unopened(error, passwords);
      }
    };
    this.#discovering ??= oneRequest({ timeoutMs: DISCOVERY_MS }, passwords, once).finally(() => {
      this.#discovering = undefined;
    });
    return this.#discovering;
  }

  async #discoverOnce(signal: AbortSignal): Promise<void> {
    const mustBeOpen = (): void => {
      if (this.#client.hasEnded()) throw new ClientClosed();
    };
    mustBeOpen();
    const { servers, addressOf } = await this.#client.discover();
    mustBeOpen();
    // A later search may have found others.
    if (signal.aborted) return;
    const former = this.#masters;
    const masters = [...servers].map(([address, server]): [string, Master] => {
      const line = former.get(address)?.line ?? new CommandLine({ ...this.#client, ...server });
      return [address, { server, line, isSuspect: false }];
    });
    this.#masters = new Map(masters);
    this.#addressOf = addressOf;
    this.#moved.clear();
    for (const [address, { line }] of former) if (!servers.has(address)) line.close();
  }
}

async function sendTo(master: Master, command: readonly string[], limits: RunLimits): Promise<Answer> {
  try {
    const answer = await master.line.send(command, limits);
    if ("error" in answer && ELSEWHERE.test(answer.error)) master.isSuspect = true;
    return answer;
  } catch (error) {
    if (!isOwn(error) || error.code !== "ABORTED") master.isSuspect = true;
    throw error;
  }
}

/** Returns the keys of a command of a lock. */
function keysOf([word = "", first = "", ...more]: readonly string[]): readonly string[] {
  return word.startsWith("EVAL") ? more.slice(1, 1 + Number(more[0])) : [first];
}

/** Returns the slot of these keys; without any, that of any master. Throws INVALID_OPTION if they share none. */
function slotOfAll(keys: readonly string[]): number {
  const [tag = "", ...others] = new Set(keys.map(hashTagOf));
  if (others.length === 0) return slotOf(tag);
  throw new InvalidOptionError(
    "name",
    'has braces that are no hash tag, so its keys are in several slots of the cluster: use a pair, as in "{order}:1"',
  );
}

/** Returns the slot of a hash tag, by CRC-16 (XMODEM). */
function slotOf(tag: string): number {
  let crc = 0;
  for (const byte of new TextEncoder().encode(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0);
  }
  return crc & LAST_SLOT;
}
