// Parses and rewrites the text of a hold, as any client with the text can.
import { asBase64Url, fromBase64Url } from "../../src/base/bytes.ts";

const VERSION = "lh1.";

// Those that a text leaves out at its end: flags, hold id, epoch, token, label and members.
const NOTHING = [0, "", "", "", "", ""];
const ALL = 10;

/** Returns all fields of a text. */
export function fieldsOf(text: string): unknown[] {
  const fields: unknown[] = JSON.parse(new TextDecoder().decode(fromBase64Url(text.slice(VERSION.length))));
  return [...fields, ...NOTHING.slice(NOTHING.length - ALL + fields.length)];
}

export function textWith(fields: readonly unknown[]): string {
  return VERSION + asBase64Url(new TextEncoder().encode(JSON.stringify(fields)));
}
