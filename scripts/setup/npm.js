import { run } from "./run.js";

/** Runs the npm that runs this process, or the PATH's when there is none, as in `node scripts/run.js build`. */
export function npm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  // pnpm and yarn set the same variable, and do not have `ci`. npm runs on the Node it was started with: this process's
  // own may be the one in node_modules, which `npm ci` deletes.
  return script?.endsWith("npm-cli.js") ? run(node, [script, ...args], options) : run("npm", args, options);
}
