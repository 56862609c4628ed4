// The paths that lists, programs, comments and CONTRIBUTING.md name exist, and each glob matches a file, with each of the
// words in its braces.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const PATH = /(?<![\w./@-])(?:\.\/)?((?:test|scripts|src)\/[\w./*{},<>-]*[\w*}>/])/g;

/** What the build makes or the set-up installs, the examples of docs/run/testing.md, a folder of a framework, and files of other projects. */
const ELSEWHERE =
  /^(.*\/node_modules(\/.*)?|src\/service\/worker\/public\/?|test\/(redis|(node\/)?(orders|\*)\.test)\.mjs|src\/lib|src\/(RedisBacking|DistributedSemaphore)\.ts)$/;

const files = globSync(["{src,scripts,test}/**/*.{ts,tsx,js,lua,toml}", "CONTRIBUTING.md"], {
  exclude: (path) => /node_modules|\.cache/.test(path),
});

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
  const isThere = (glob: string): boolean => globSync([glob, `${glob}.*`]).length > 0;
  const missing = named
    .filter(({ path }) => !ELSEWHERE.test(path))
    // "<kind>" stands for the name of any kind.
    .flatMap(({ file, path }) => alternatives(path.replaceAll(/<\w+>/g, "*")).map((glob) => ({ file, glob })))
    .filter(({ glob }) => !isThere(glob));
  expect(named.length).toBeGreaterThan(400);
  expect(missing).toEqual([]);
});
