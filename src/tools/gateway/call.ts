// The content of a request: one command, several, or a stream.
import { type Command, commandName, toCommand } from "./command.ts";
import { JsonNumber, parseJson } from "./exact-json.ts";
import { BadRequest, type Target } from "./http.ts";

/** One command, or several that are executed. */
export type CommandCall =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "pipeline" | "multi-exec"; readonly commands: readonly Command[] };

export type Call =
  | CommandCall
  | {
      readonly kind: "stream";
      readonly name: "SUBSCRIBE" | "PSUBSCRIBE" | "MONITOR";
      readonly channels: readonly string[];
    };

export function parseCall(target: Target, body: Buffer): Call {
  const [first, ...rest] = target.segments;
  if (first === undefined) return { kind: "command", command: bodyCommand(parseBody(body)) };
  const route = first.toString("latin1").toLowerCase();
  if (rest.length === 0 && (route === "pipeline" || route === "multi-exec")) {
    return { kind: route, commands: bodyCommands(parseBody(body)) };
  }
  if (route === "subscribe" || route === "psubscribe") {
    // Only the path has the names: `@upstash/redis` also sends the body "[]", which is not a channel.
    const name = route === "subscribe" ? "SUBSCRIBE" : "PSUBSCRIBE";
    return { kind: "stream", name, channels: channels(route, rest) };
  }
  if (route === "monitor" && rest.length === 0) return { kind: "stream", name: "MONITOR", channels: [] };
  // The body is the value, and options follow it: POST /set/foo?EX=100 is SET foo <body> EX 100.
  const command = toCommand([first, ...rest, ...(body.length > 0 ? [body] : []), ...target.query]);
  if (command === undefined) throw new BadRequest("ERR empty command");
  return { kind: "command", command };
}

/** The names by which a fault rule can choose the request. */
export function namesOf(call: Call): string[] {
  if (call.kind === "stream") return [call.name];
  return (call.kind === "command" ? [call.command] : call.commands).map(commandName);
}

/** Shared by all commands, because one may have millions of empty words. */
const EMPTY = Buffer.alloc(0);
// Upstash answers with the words of its JSON decoder.
const NO_ARRAY = "expected JSON array";

function parseBody(body: Buffer): unknown {
  if (body.length === 0) throw new BadRequest("EOF");
  try {
    return parseJson(body.toString());
  } catch {
    throw new BadRequest("ERR failed to parse the request body as JSON");
  }
}

function bodyCommand(value: unknown): Command {
  if (!Array.isArray(value)) throw new BadRequest(NO_ARRAY);
  const command = toCommand(value.map(argument));
  if (command === undefined) throw new BadRequest("ERR empty command");
  return command;
}

function bodyCommands(value: unknown): Command[] {
  if (!Array.isArray(value)) throw new BadRequest(NO_ARRAY);
  if (value.length === 0) throw new BadRequest("ERR empty pipeline");
  return value.map(bodyCommand);
}

function argument(value: unknown): Buffer {
  if (value === "") return EMPTY;
  if (typeof value === "string") return Buffer.from(value);
  // As they are written.
  if (value instanceof JsonNumber) return Buffer.from(value.text);
  if (typeof value === "boolean") return Buffer.from(String(value));
  if (value === null) throw new BadRequest("ERR null args are not supported");
  throw new BadRequest(`ERR unsupported arg type: "${Array.isArray(value) ? "[" : "{"}": json.Delim`);
}

function channels(route: string, names: readonly Buffer[]): string[] {
  if (names.length === 0) throw new BadRequest(`ERR wrong number of arguments for '${route}' command`);
  return names.map((bytes) => {
    const name = bytes.toString();
    // An event stream is UTF-8 text by its standard, and could not contain another name.
    if (!Buffer.from(name).equals(bytes)) throw new BadRequest("ERR a channel name must be valid UTF-8");
    return name;
  });
}
