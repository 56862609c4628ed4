// The paths that lists, programs, comments and CONTRIBUTING.md name exist, and each glob matches a file, with each of the
// words in its braces.
import { globSync, readFileSync } from "node:fs";
import { matchesGlob } from "node:path";
import { expect, it } from "vitest";

const PATH = /(?<![\w./@-])(?:\.\/)?((?:test|scripts|src)\/[\w./*{},<>-]*[\w*}>/])/g;

/** What the build makes or the set-up installs, the examples of docs/run/testing.md, a folder of a framework, and files of other projects. */
const ELSEWHERE =
  /^(.*\/node_modules(\/.*)?|src\/service\/worker\/public\/?|test\/(redis|(node\/)?(orders|\*)\.test)\.mjs|src\/lib|src\/(RedisBacking|DistributedSemaphore)\.ts)$/;

/** All files and folders. A glob for each path that is named would read the folders of all packages each time. */
const paths = globSync(["{src,scripts,test}/**", "CONTRIBUTING.md"], {
  exclude: (path) => /node_modules|\.cache/.test(path),
});
/** The same, also without their endings. */
const spellings = new Set(paths.flatMap((path) => [path, path.replace(/\.[^/]*$/, ""), path.replace(/\.\w+$/, "")]));
const files = paths.filter((path) => /\.(ts|tsx|js|lua|toml|md)$/.test(path));

/** Returns the globs that a glob with braces stands for. */
function alternatives(glob: string): string[] {
  const [whole, before = "", words = "", after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  return words.split(",").flatMap((word) => alternatives(before + word + after));
}

const named = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(PATH)].map(([, path = ""]) => ({ file, path })),
);

it("each path that a file names is there", () => {
  const isThere = (glob: string): boolean => {
    const plain = glob.replace(/^\.\/|\/$/g, "");
    if (!plain.includes("*")) return spellings.has(plain);
    return paths.some((path) => matchesGlob(path, plain) || matchesGlob(path, `${plain}.*`));
  };
  const missing = named
    .filter(({ path }) => !ELSEWHERE.test(path))
    // "<kind>" stands for the name of any kind.
    .flatMap(({ file, path }) => alternatives(path.replaceAll(/<\w+>/g, "*")).map((glob) => ({ file, glob })))
    .filter(({ glob }) => !isThere(glob));
  expect(named.length).toBeGreaterThan(400);
  expect(missing).toEqual([]);
});
