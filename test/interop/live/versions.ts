// Which versions of Redisson the live tests run with.
import { VERSIONS } from "../redisson-build.ts";

const chosen = process.env["REDISSON"]?.split(",") ?? VERSIONS;

export const versions: readonly string[] = chosen;

/** The first of those asked for. */
export const [newest = ""] = chosen;

/** In the short form, the newest alone. */
export const versionsUnlessShort: readonly string[] = process.env["SHORT"] === undefined ? chosen : [newest];
