// Parses and rewrites the text of a hold, as any client with the text can.
import { asBase64Url, fromBase64Url } from "../../src/base/bytes.ts";

const VERSION = "lh1.";

export function fieldsOf(text: string): unknown[] {
  return JSON.parse(new TextDecoder().decode(fromBase64Url(text.slice(VERSION.length))));
}

export function textWith(fields: readonly unknown[]): string {
  return VERSION + asBase64Url(new TextEncoder().encode(JSON.stringify(fields)));
}
