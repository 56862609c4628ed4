// The command in the process of the tests, without the half second that a process of its own takes. For calls that read
// no input, start no program, and get no signal.
import type { Ended } from "./child-process.ts";
import type { Endpoint } from "./rest.ts";

/** A variable, because the types of the command belong to a project of their own. */
const PROGRAM = "../../src/tools/cli/program.ts";

interface Program {
  main(words: readonly string[]): Promise<number>;
}

/** The build replaces this name by the version of the package. */
const VERSION = { LEASEHOUND_VERSION: "0.0.0" };

/** One call at a time has the streams and the variables of this process. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the command with the locks of a gateway, and returns what it wrote. */
export function cliHere({ url, token }: Endpoint, ...words: readonly (string | number)[]): Promise<Ended> {
  const env = { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token };
  const ended = last.then(() => run(env, words.map(String)));
  last = ended.catch(() => {});
  return ended;
}

async function run(env: Readonly<Record<string, string>>, words: readonly string[]): Promise<Ended> {
  const before = { ...process.env };
  const [stdout, stderr] = [taken(process.stdout), taken(process.stderr)];
  try {
    Object.assign(process.env, env);
    Object.assign(globalThis, VERSION);
    const { main }: Program = await import(PROGRAM);
    const code = await main(words);
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.giveBack();
    stderr.giveBack();
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Takes what is written to a stream, until it is given back. */
function taken(stream: NodeJS.WriteStream): { readonly text: () => string; readonly giveBack: () => void } {
  const { write } = stream;
  let text = "";
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return {
    text: () => text,
    giveBack() {
      stream.write = write;
    },
  };
}
