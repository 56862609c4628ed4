// Which versions of Redisson the live tests run with.
import { VERSIONS } from "../redisson-build.ts";

const chosen = process.env["REDISSON"];

export const versions: readonly string[] = chosen === undefined ? VERSIONS : chosen.split(",");
