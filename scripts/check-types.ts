// `npm run check -- types`: checks the types of every platform's code, or of the given projects, all at once. The tests
// import the package as it is published: `npm run build` comes first.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const PROJECTS = [
  "tsconfig.json",
  "src/tools/cli",
  "src/service/dashboard/browser",
  "src/edge/durable-object",
  "test/tsconfig.workers.json",
  "scripts",
  "test",
];

const CACHE = "node_modules/.cache/types";

const run = promisify(execFile);

/** Returns what the compiler says about a project, which is nothing if all is well. */
async function errorsOf(project: string): Promise<string> {
  try {
    // Checks only what has changed since the last run.
    const known = ["--incremental", "--tsBuildInfoFile", `${CACHE}/${project.replaceAll("/", "-")}.tsbuildinfo`];
    const words = ["-p", project, "--noEmit", "--singleThreaded", ...known];
    await run(process.execPath, ["node_modules/typescript/bin/tsc", ...words]);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error);
    return `${project}\n${stdout}${stderr}`;
  }
}

const given = process.argv.slice(2);
const errors = await Promise.all((given.length > 0 ? given : PROJECTS).map(errorsOf));
const found = errors.filter((text) => text !== "");
if (found.length > 0) {
  console.error(found.join("\n"));
  process.exitCode = 1;
}
