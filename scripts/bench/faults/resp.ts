// Where a message of RESP ends: requests, and replies of RESP2 and RESP3. Contents are not read, but for a request's
// first word.

const [CR, LF] = [13, 10];
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
export class RespMessages {
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

/** Returns the command of a request, in capitals. */
export function commandOf(request: Buffer): string {
  // *2 $3 GET …: the second line has the length of the word, and the third is the word.
  const start = request.indexOf(LF, request.indexOf(LF) + 1) + 1;
  return request.toString("latin1", start, request.indexOf(CR, start)).toUpperCase();
}

/** Whether this is a push message of RESP3, which answers no request. */
export const isPush = (message: Buffer): boolean => message[0] === ">".charCodeAt(0);
