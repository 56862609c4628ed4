import { INTERRUPTED, run } from "./run.js";

/** Runs the npm that runs this process, or the PATH's when there is none, as in `node scripts/run.js build`. */
export function npm(args, options) {
  const { npm_execpath: script, npm_node_execpath: node = process.execPath } = process.env;
  // pnpm and yarn set the same variable, and do not have `ci`. npm runs on the Node it was started with: this process's
  // own may be that of scripts/setup/node, which `npm ci` deletes.
  const result = script?.endsWith("npm-cli.js") ? run(node, [script, ...args], options) : run("npm", args, options);
  // npm itself reports the signal, and then ends with 1.
  if (/^npm error signal SIG/m.test(result.stderr)) throw new Error(INTERRUPTED);
  return result;
}
