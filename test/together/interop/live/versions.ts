// The versions of Redisson for the live tests.
import { VERSIONS } from "../redisson-build.ts";

const chosen = process.env["REDISSON"]?.split(",") ?? VERSIONS;

export const versions: readonly string[] = chosen;

/** The first requested version. */
export const [newest = ""] = chosen;

/** In the short form, the newest alone. */
export const versionsUnlessShort: readonly string[] = process.env["SHORT"] === undefined ? chosen : [newest];
