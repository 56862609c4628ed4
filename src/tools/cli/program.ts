// The command line: its commands, options and help texts.
import completion from "@bomb.sh/tab/commander";
import { Command, CommanderError, Option } from "commander";
import { ORDERS } from "../../lock/kinds/lock-order.ts";
import { VERBS } from "../../service/api/contract/vocabulary.ts";
import type { Api } from "./api.ts";
import { permitsNumber, portNumber, redisUrl, token } from "./arguments.ts";
import { type AclFlags, acl } from "./commands/acl.ts";
import { free } from "./commands/free.ts";
import { type LsFlags, ls } from "./commands/ls.ts";
import { show } from "./commands/show.ts";
import { token as makeToken, type TokenFlags } from "./commands/token.ts";
import { connect, type PlaceFlags, provedDatabase } from "./connect.ts";
import { Database } from "./database.ts";
import type { DevFlags } from "./dev/dev.ts";
import { doctor } from "./doctor/doctor.ts";
import { durationFrom } from "./duration.ts";
import { CommandError, EXIT, failureOf } from "./exit-code.ts";
import { LIBRARY_NAMES } from "./libraries.ts";
import { Output } from "./output.ts";
import type { ProveFlags } from "./prove/prove.ts";
import { type RunFlags, run } from "./run/run.ts";

interface CommonFlags extends PlaceFlags {
  readonly json?: boolean;
}

/** Runs one command with its locks. Returns the exit code. */
type Work = (service: Database | Api, output: Output) => Promise<number>;

/** Runs the command line. Returns the exit code. Never throws: each failure is one sentence on standard error. */
export async function main(words: readonly string[]): Promise<number> {
  const { program, exitCode } = commandLine();
  try {
    await program.parseAsync([...words], { from: "user" });
    return exitCode();
  } catch (error) {
    const isOfCommander = error instanceof CommanderError;
    if (isOfCommander && error.exitCode === 0) return EXIT.ok;
    // Without a command: the help was printed.
    if (isOfCommander && error.code === "commander.help") return EXIT.usage;
    const failure = isOfCommander ? new CommandError("USAGE", sentenceOf(error), EXIT.usage) : failureOf(error);
    new Output(asksForJson(words)).failure(failure);
    return failure.exitCode;
  }
}

/** Returns the program, without having parsed anything, and the exit code of the command that it ran. */
export function commandLine(): { program: Command; exitCode: () => number } {
  let code: number = EXIT.ok;
  const program = new Command("leasehound")
    .description("Locks in Redis: look at them, free them, and run a command under one.")
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .helpCommand(false)
    .showHelpAfterError(false)
    .addHelpText("after", ENVIRONMENT);
  const withLocks: WithLocks = async ({ json = false, ...place }, work) => {
    const service = await connect(process.env, place);
    try {
      code = await work(service, new Output(json));
    } catch (error) {
      throw service instanceof Database ? failureOf(error, service.way) : error;
    } finally {
      service.close();
    }
  };
  addLooks(program, withLocks);
  addFree(program, withLocks);
  addRun(program, withLocks);
  addToken(program, withLocks);
  addAcl(program, (flags) => {
    code = acl(new Output(flags.json ?? false), flags);
  });
  addDoctor(program, withLocks);
  addProve(program, async (flags) => {
    const { prove } = await proving();
    code = await prove(provedDatabase(process.env, flags), new Output(flags.json ?? false), flags, VERSION);
  });
  addDev(program, async (flags) => {
    // Loaded for this command alone: it brings a client of Redis with it.
    const { dev } = await import("./dev/dev.ts");
    code = await dev(new Output(flags.json ?? false), flags);
  });
  // Adds the command `complete`, which knows the commands above.
  completion(program);
  const complete = program.commands.find((command) => command.name() === "complete");
  complete?.description("print a script for the shell, which completes words");
  return { program, exitCode: () => code };
}

/** Loads the checks of `prove`, which bring every kind of lock with them. */
function proving(): Promise<typeof import("./prove/prove.ts")> {
  return import("./prove/prove.ts");
}

type WithLocks = (flags: CommonFlags, work: Work) => Promise<void>;

function addLooks(program: Command, withLocks: WithLocks): void {
  withCommonOptions(program.command("ls"))
    .summary("list the locks that are held")
    .description("Lists the locks that are held: by whom, since when, and for how long unless renewed.")
    .argument("[pattern]", 'names: "*" stands for any text, "?" for one byte')
    .addOption(new Option("--sort <order>", "the order of the list").choices(ORDERS).default("name"))
    .action((pattern: string | undefined, flags: LsFlags & CommonFlags) =>
      withLocks(flags, (service, output) => ls(service, output, pattern, flags)),
    );
  withCommonOptions(program.command("show"))
    .summary("show who holds a lock, and who waits for it")
    .description("Shows who holds a lock, and who waits for it.")
    .argument("<name>", "the lock's name")
    .action((name: string, flags: CommonFlags) => withLocks(flags, (service, output) => show(service, output, name)));
}

function addDoctor(program: Command, withLocks: WithLocks): void {
  withCommonOptions(program.command("doctor"))
    .summary("check what locks need")
    .description(
      "Checks what locks need: a database that drops no locks, clocks, streams, the watchdog. Says what to do.",
    )
    .option("--prove", "also make the checks of `leasehound prove`")
    .addHelpText("after", "\nIt acquires and releases a lock of its own. It ends with 1 if there is a problem.")
    .action((flags: CommonFlags & { readonly prove?: boolean }) => {
      const endpoint = flags.prove === true ? provedDatabase(process.env, flags) : undefined;
      return withLocks(flags, (service, output) => {
        const prove = endpoint && (async () => (await (await proving()).proofThere(endpoint, output, {})).findings);
        return doctor(service, output, VERSION, prove);
      });
    });
}

function addProve(program: Command, run: (flags: ProveFlags & CommonFlags) => Promise<void>): void {
  overTcp(program.command("prove"))
    .summary("try the promises of the locks on your database")
    .description("Tries the promises of the locks on your database, under a prefix of its own, and deletes its keys.")
    .option("--json", JSON_HELP)
    .option("--allow-http", ALLOW_HTTP_HELP)
    .option("--flush-scripts", "also send SCRIPT FLUSH, after which other programs send their scripts again")
    .addHelpText("after", PROVE_HELP)
    .action(run);
}

function addDev(program: Command, start: (flags: DevFlags & CommonFlags) => Promise<void>): void {
  program
    .command("dev")
    .summary("serve a local database over Upstash's REST protocol")
    .description("Serves a Redis of its own, a given one, or the engine over Upstash's REST protocol until Ctrl-C.")
    .option("--json", JSON_HELP)
    .option("--port <number>", "the port (default: any free one)", portNumber)
    .option("--token <text>", "the token that requests must have (default: a random one)", token)
    .option("--redis <url>", "a running Redis (default: start redis-server or valkey-server)", redisUrl)
    .option("--engine", "the engine of leasehound, which needs no server")
    .addHelpText("after", DEV_HELP)
    .action(start);
}

function addFree(program: Command, withLocks: WithLocks): void {
  withCommonOptions(program.command("free"))
    .summary("free a lock, whoever holds it")
    .description("Frees a lock, whoever holds it. Shows the holder, and asks you to type the name.")
    .argument("<name>", "the lock's name")
    .option("--yes", "do not ask, for scripts")
    .addHelpText("after", "\nThe holder is not stopped: it may go on until it learns of the loss.")
    .action((name: string, { yes = false, ...flags }: CommonFlags & { readonly yes?: boolean }) =>
      withLocks(flags, (service, output) => free(service, output, name, yes)),
    );
}

function addRun(program: Command, withLocks: WithLocks): void {
  withCommonOptions(program.command("run"))
    .summary("hold a lock while a command runs")
    .description("Holds the lock NAME while COMMAND runs, and ends with its exit code.")
    .argument("<name>", "the lock's name")
    .argument("<command...>", "the command, after --")
    .option("--wait <duration>", "how long to wait while the lock is busy (default: 0s)", durationFrom(0))
    .option("--label <text>", "what the lock is held for, shown to others (default: host and program)")
    .option("--steal", "take the lock from its holder, if it is busy")
    .option("--reason <text>", "why, shown to that holder; only with --steal")
    .option(
      "--permits <number>",
      "how many commands may run at once: acquire a permit instead of the lock",
      permitsNumber,
    )
    .option("--lease <duration>", "the lease, which is renewed (default: 30s)", durationFrom(1_000))
    .option("--kill-after <duration>", "how long after SIGTERM to send SIGKILL (default: 10s)", durationFrom(0))
    .option("--keep-tokens", "let the command have the tokens of the environment")
    .usage("[options] NAME -- COMMAND [ARGUMENT...]")
    .addHelpText("after", RUN_HELP)
    .action((name: string, command: readonly string[], flags: RunFlags & CommonFlags) =>
      withLocks(flags, (service, output) => run(service, output, [name, command, flags])),
    );
}

function addToken(program: Command, withLocks: WithLocks): void {
  withCommonOptions(program.command("token"))
    .summary("make a token of the lock API that allows less than yours")
    .description("Prints a token of the lock API. It allows no more than LEASEHOUND_API_TOKEN does.")
    .option("--principal <id>", "who has it (default: the principal of your token)")
    .option("--names <names>", 'its locks, such as "ci/*,deploy"; "*" only at the end of a name')
    .option("--verbs <verbs>", `what it allows: ${VERBS.join(",")}`)
    .option("--for <duration>", "how long it is valid (default: 1h)", durationFrom(60_000, LONGEST_TOKEN_MS))
    .option("--max-lease <duration>", "the longest lease of an acquire", durationFrom(1_000))
    .option("--max-hold <duration>", "the longest time for which a hold is renewed", durationFrom(1_000))
    .option(
      "--revoke <id>",
      "revoke the token of standard input (-) instead, or, with a root token, the one with this id",
    )
    .action((flags: TokenFlags & CommonFlags) =>
      withLocks(flags, (service, output) => makeToken(service, output, flags)),
    );
}

function addAcl(program: Command, print: (flags: AclFlags & { readonly json?: boolean }) => void): void {
  program
    .command("acl")
    .summary("print the rights that a Redis user needs for locks")
    .description("Prints the rights that a Redis user needs for locks, and no others, in the syntax of ACL SETUSER.")
    .option("--json", JSON_HELP)
    .option("--prefix <text>", PREFIX_HELP)
    .option("--lock-api", "add the rights of a lock API server: revocations of tokens, and counts of names")
    .action(print);
}

function overTcp(command: Command): Command {
  return command
    .option("--redis [url]", "over TCP; without an address: that of REDIS_URL, which other users cannot see", redisUrl)
    .addOption(
      new Option("--client <library>", "over TCP, by this library of your project (default: ioredis)").choices(
        LIBRARY_NAMES,
      ),
    );
}

function withCommonOptions(command: Command): Command {
  return overTcp(command)
    .option("--json", JSON_HELP)
    .option("--prefix <text>", PREFIX_HELP)
    .option("--allow-http", ALLOW_HTTP_HELP);
}

/** Returns the first sentence of the parser's message, without its own "error: ". */
function sentenceOf({ message }: CommanderError): string {
  const lines = message.replace(/^error: /, "").split("\n");
  return lines.map((line) => line.trim()).join(" ");
}

function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).includes("--json");
}

/** The version of the package; the bundler inserts it. */
declare const LEASEHOUND_VERSION: string;
const VERSION = LEASEHOUND_VERSION;

// 366 days.
const LONGEST_TOKEN_MS = 31_622_400_000;

const JSON_HELP = "write JSON, for programs";
const ALLOW_HTTP_HELP = "send the token over http:// in clear text, in a private network";
const PREFIX_HELP = "the prefix of names in the database (default: lock:)";

const ENVIRONMENT = `
Where the locks are:
  UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN   a database
  REDIS_URL, with --redis                            a database, over TCP
  KV_REST_API_URL, KV_REST_API_TOKEN                 a database, by Vercel's names
  LEASEHOUND_API_URL, LEASEHOUND_API_TOKEN           a deployed lock API instead`;

const PROVE_HELP = `
It takes about half a minute, and up to 10,000 commands.

Exit codes:
  ${EXIT.ok}   the database passed
  ${EXIT.no}   a problem: a promise does not hold there
  ${EXIT.warned}   only warnings, such as no streams
  ${EXIT.unreachable}   the database cannot be reached
  ${EXIT.full}   it is full
  ${EXIT.unfinished}   it was too slow for all checks
  ${EXIT.refused}   the token is wrong, or may not write
  ${EXIT.noScripts}   it runs no scripts
  128 and the number of the signal that ended it`;

const DEV_HELP = `
The server: REDIS_SERVER, or redis-server or valkey-server on the PATH. Without one, the engine serves: a small Redis in
this process. All data end with the process.`;

const RUN_HELP = `
The command finds LEASEHOUND_LOCK_NAME in its environment, and LEASEHOUND_FENCING_TOKEN unless it has a permit. It does
not find the tokens of the database and the lock API, without --keep-tokens.

Exit codes:
  that of the command, or 128 and the number of the signal that ended it
  ${EXIT.usage}   wrong usage
  ${EXIT.notALock}   the key in Redis is not a lock
  ${EXIT.unreachable}   Redis or the lock API cannot be reached
  ${EXIT.busy}   the lock is busy, and COMMAND did not run
  ${EXIT.refused}   Redis or the lock API refused the request
  ${EXIT.lost}   the lock was lost while COMMAND ran
  ${EXIT.notExecutable}, ${EXIT.notFound}   COMMAND cannot be executed, or was not found

Example:
  leasehound run nightly --wait 30s -- ./nightly.sh`;
