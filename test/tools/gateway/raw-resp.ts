// A client of RESP in bytes, which shows replies as they were sent.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

type Word = string | Buffer;

export class RawResp {
  readonly socket: Socket;
  readonly #messages = new RespMessages();
  readonly #arrived: Buffer[] = [];
  readonly #received: Buffer[] = [];
  /** "end" or "ECONNRESET", once it has ended. */
  end: string | undefined;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#received.push(bytes);
      this.#arrived.push(...this.#messages.add(bytes));
      socket.emit("arrived");
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      this.end ??= code ?? "error";
    });
    socket.on("end", () => {
      this.end ??= "end";
    });
    socket.on("close", () => socket.emit("arrived"));
  }

  /** Connects, and logs in unless `password` is "". */
  static async open(url: string, password?: string): Promise<RawResp> {
    const { port, username, password: own } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    const client = new RawResp(socket);
    await once(socket, "connect");
    if (password !== "") await client.ask("AUTH", username, password ?? decodeURIComponent(own));
    return client;
  }

  /** All bytes of the connection. */
  get received(): string {
    return Buffer.concat(this.#received).toString("latin1");
  }

  /** The number of replies and messages that were not read yet. */
  get unread(): number {
    return this.#arrived.length;
  }

  send(...words: readonly Word[]): void {
    this.socket.write(inResp(words));
  }

  /** Sends a command, and returns the next reply in Latin-1. */
  ask(...words: readonly Word[]): Promise<string> {
    this.send(...words);
    return this.next();
  }

  /** Returns the next reply or message in Latin-1, or how the connection has ended. */
  async next(): Promise<string> {
    while (this.#arrived.length === 0 && !this.socket.destroyed) await this.#news();
    return this.#arrived.shift()?.toString("latin1") ?? `ended: ${this.end}`;
  }

  async ended(): Promise<string | undefined> {
    while (!this.socket.destroyed) await this.#news();
    return this.end;
  }

  /** Unlike `once`, it resolves at an error, too. */
  #news(): Promise<void> {
    return new Promise((resolve) => this.socket.once("arrived", resolve));
  }

  leave(): void {
    this.socket.destroy();
  }
}

export function inResp(words: readonly Word[]): Buffer {
  const parts = words.map((word) => Buffer.from(word));
  const bytes = parts.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from("\r\n")]);
  return Buffer.concat([Buffer.from(`*${words.length}\r\n`), ...bytes]);
}

/** Returns words as Redis sends them, with numbers as integers, in Latin-1. */
export function list(...items: readonly (string | number)[]): string {
  const text = (item: string | number) =>
    typeof item === "number" ? `:${item}\r\n` : `$${Buffer.byteLength(item)}\r\n${item}\r\n`;
  return `*${items.length}\r\n${items.map(text).join("")}`;
}

/** Whether a new connection is reset, while it opens or directly afterwards. */
export async function isRefused(url: string): Promise<boolean> {
  try {
    const client = await RawResp.open(url, "");
    return (await client.ended()) === "ECONNRESET";
  } catch (error) {
    return Object(error).code === "ECONNRESET";
  }
}

/** Each is followed by so many bytes, and a line end. */
const SIZED = "$!=";
/** Each is followed by so many messages for each unit of its number. */
const LISTS: Readonly<Record<string, number>> = { "*": 1, "~": 1, ">": 1, "%": 2 };

/** Returns the end of the message that starts at `from`, or undefined while a part of it is missing. */
function endOf(bytes: Buffer, from: number): number | undefined {
  const lineEnd = bytes.indexOf("\r\n", from, "latin1");
  if (lineEnd === -1) return undefined;
  const type = String.fromCharCode(bytes[from] ?? 0);
  const count = Number(bytes.toString("latin1", from + 1, lineEnd));
  const next = lineEnd + 2;
  if (SIZED.includes(type)) {
    if (count < 0) return next; // null
    const end = next + count + 2;
    return end <= bytes.length ? end : undefined;
  }
  let end: number | undefined = next;
  for (let left = (LISTS[type] ?? 0) * count; left > 0 && end !== undefined; left -= 1) end = endOf(bytes, end);
  return end;
}

/** Cuts a stream of bytes into messages. */
class RespMessages {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the messages that are complete with these bytes. */
  add(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Buffer[] = [];
    for (let end = endOf(this.#rest, 0); end !== undefined; end = endOf(this.#rest, 0)) {
      messages.push(this.#rest.subarray(0, end));
      this.#rest = this.#rest.subarray(end);
    }
    return messages;
  }
}
