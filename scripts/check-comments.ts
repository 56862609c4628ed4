// Part of `npm run check`: no comment line is wider than the code may be. The formatter leaves comments as they are.
import { globSync, readFileSync } from "node:fs";

/** The widest comment line of each folder. That of test/ is what it had when this check began. */
const WIDTHS: Readonly<Record<string, number>> = { scripts: 120, test: 188 };
const IGNORED = /(^|\/)(node_modules|\.[^/]+)(\/|$)/;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;

const problems = Object.entries(WIDTHS).flatMap(([folder, width]) => {
  const files = globSync(`${folder}/**/*.{ts,js,java}`, { exclude: (path) => IGNORED.test(path) });
  return files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, at) =>
      COMMENT.test(line) && line.length > width
        ? [`${file}:${at + 1}: a comment of more than ${width} characters`]
        : [],
    );
  });
});
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
