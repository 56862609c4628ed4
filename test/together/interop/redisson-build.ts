// The Java side, built by Maven for one version of Redisson, and again when its sources have changed.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

// The newest version, and earlier ones in which the plain lock changed.
export const VERSIONS = ["4.7.0", "3.52.0", "3.44.0", "3.32.0", "3.24.3", "3.17.7"] as const;

const SOURCES = "test/together/interop/java";
const BUILT = "node_modules/.cache/interop";

const run = promisify(execFile);

/** Returns the missing tool for build or run, or undefined. */
export async function missingTool(): Promise<string | undefined> {
  const versionOf = (tool: string): Promise<string> =>
    run(tool, ["--version"]).then(
      ({ stdout }) => stdout,
      () => "",
    );
  const javac = /^javac (\d+)/.exec(await versionOf("javac"));
  if (Number(javac?.[1] ?? 0) < 17) return "javac of Java 17 or later";
  return (await versionOf("mvn")) === "" ? "mvn" : undefined;
}

/** Maven does not have that version of Redisson, and could not get it. */
export class NoRedisson extends Error {}

/**
 * Builds it if necessary. One build at a time, because they share Maven's repository.
 *
 * @returns the class path
 */
export async function buildFor(version: string): Promise<string> {
  const folder = join(BUILT, version);
  const stamp = join(folder, "sources");
  const sources = hashOfSources();
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sources) {
    try {
      await run("mvn", ["-q", "-B", "-f", SOURCES, `-Dredisson.version=${version}`, "package"]);
    } catch (error) {
      const output = String(Object(error).stdout);
      if (/could not (transfer|find|be resolved)|not be resolved/i.test(output)) throw new NoRedisson(output);
      throw new Error(`Maven could not build for Redisson ${version}:\n${output}`, { cause: error });
    }
    writeFileSync(stamp, sources);
  }
  return join(folder, "lib", "*");
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const path of readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.(java|xml|properties)$/.test(path)) hash.update(path).update(readFileSync(join(SOURCES, path)));
  }
  return hash.digest("hex");
}
