// Upstash's REST protocol, as far as the clients of this package speak it: what a request asks of the database, and the
// answer to it.
import type { Answer } from "../../lock/redis/script-port.ts";

/** What a request asks. */
export type RestCall =
  | { readonly kind: "commands"; readonly isList: boolean; readonly commands: readonly (readonly string[])[] }
  | { readonly kind: "stream"; readonly isPattern: boolean; readonly channel: string };

export interface RestAnswer {
  readonly status: number;
  readonly text: string;
  /** Default: those of JSON. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reads a request. Throws for one that no client of this package sends. */
export function restCall(url: string, body: string): RestCall {
  const [route = "", name] = new URL(url).pathname.slice(1).split("/");
  if (name !== undefined && (route === "subscribe" || route === "psubscribe")) {
    return { kind: "stream", isPattern: route === "psubscribe", channel: decodeURIComponent(name) };
  }
  const parsed: unknown = JSON.parse(body);
  if (name === undefined && route === "") return { kind: "commands", isList: false, commands: [wordsOf(parsed)] };
  if (name === undefined && route === "pipeline" && Array.isArray(parsed)) {
    return { kind: "commands", isList: true, commands: parsed.map(wordsOf) };
  }
  throw new Error(`the simulation does not know the request ${url}`);
}

function wordsOf(command: unknown): string[] {
  if (!Array.isArray(command)) throw new Error("the simulation expects a list of words as a command");
  return command.map(String);
}

/** Returns the answer to one command, or to a list of them. */
export function restAnswer(answers: readonly Answer[], isList: boolean): RestAnswer {
  const [first] = answers;
  if (isList || first === undefined) return { status: 200, text: JSON.stringify(answers) };
  return { status: "error" in first ? 400 : 200, text: JSON.stringify(first) };
}
