// The type that every view returns.
import type { HtmlEscapedString } from "hono/utils/html";

/** HTML in which every text is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;
