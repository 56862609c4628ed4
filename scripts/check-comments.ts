// Part of `npm run check`: no comment line is wider than the code's maximum. The formatter does not wrap comments.
import { globSync, readFileSync } from "node:fs";

const WIDTH = 120;
const FILES = "{scripts,src,test}/**/*.{ts,js,lua,java}";
const IGNORED = /(^|\/)(node_modules|\.[^/]+)(\/|$)/;
const COMMENT = /^\s*(\/\/|\/\*|\*|--)/;

const problems = globSync(FILES, { exclude: (path) => IGNORED.test(path) }).flatMap((file) => {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, at) =>
    COMMENT.test(line) && line.length > WIDTH ? [`${file}:${at + 1}: a comment of more than ${WIDTH} characters`] : [],
  );
});
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
