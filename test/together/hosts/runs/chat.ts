// Chat SDK: messages to one thread in three instances, turns that outlast the ttl, and an instance that is killed.
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createLocks } from "../../../../src/index.ts";
import type { StartedProcess } from "../../../support/child-process.ts";
import { eventually } from "../../../support/eventually.ts";
import { failing } from "../pages.ts";
import { linesOf, loseReplies, must, type Run, start } from "./run.ts";

const MESSAGES = 300;
const EACH_MS = 240;
/** Chat's ttl. Its heartbeat extends the lock each third of it. */
const TTL_MS = 30_000;
const HEARTBEAT_MS = TTL_MS / 3;
const THREAD = "stub:C1:1";
/** The first turn outlasts the ttl, and ends. The second one is killed. */
const TURNS_MS = [32_000, 60_000];
const KILLED_AFTER_MS = 1_500;

/** Returns the messages of a line such as `end 3,4`. */
function idsOf(line: string): string[] {
  return line.slice(line.indexOf(" ") + 1).split(",");
}

function turnsOf(word: string, stdout: string): string[] {
  return stdout.split("\n").filter((line) => line.startsWith(`${word} `));
}

/** Sends the other messages, to one instance after the other. Skips those that were killed. */
async function send(
  instances: readonly StartedProcess[],
  isKilled: (instance: StartedProcess) => boolean,
): Promise<void> {
  for (let id = 1; id < MESSAGES; id++) {
    const living = instances.filter((instance) => !isKilled(instance));
    living[id % living.length]?.write(`${id}\n`);
    await sleep(EACH_MS);
  }
}

export const chat: Run = async (place) => {
  loseReplies(place);
  const [first, ...others] = [TURNS_MS.join(","), "", ""].map((turns) => start(place, "chat", [place.file, turns]));
  if (first === undefined) throw new Error("no instance");
  const instances = [first, ...others];
  await Promise.all(instances.map((instance) => instance.line(/ready/)));
  first.write("0\n");
  await first.line(/^begin/);
  let killed: StartedProcess | undefined;
  const sent = send(instances, (instance) => instance === killed);
  const begun = (instance: StartedProcess): number => turnsOf("begin", instance.stdout).length;
  await eventually(() => begun(first) === 2, 60_000);
  await sleep(KILLED_AFTER_MS);
  killed = first;
  const end = await first.kill();
  const killedAt = performance.now();
  must(
    others.every((other) => begun(other) === 0),
    "another instance had a turn during that of the first one",
  );
  // Nobody else can remove it.
  rmSync(place.file);
  await eventually(() => others.some((other) => begun(other) > 0), 60_000);
  const nextMs = Math.round(performance.now() - killedAt);
  must(nextMs <= TTL_MS, `the next turn began ${nextMs} ms after the kill`);
  await sent;
  for (const other of others) other.endInput();
  const lines = [...end.stdout.split("\n"), ...(await linesOf(others))];
  return figuresOf(lines, nextMs);
};

function figuresOf(lines: readonly string[], nextMs: number): string {
  const together = lines.filter((line) => line === "together").length;
  const failed = lines.filter((line) => line.startsWith("failed"));
  const text = lines.join("\n");
  const [begun, ended] = [turnsOf("begin", text), turnsOf("end", text)];
  const seen = begun.flatMap(idsOf);
  const [twice, unseen] = [seen.length - new Set(seen).size, MESSAGES - new Set(seen).size];
  const figures =
    `${MESSAGES} messages to one thread, ${begun.length} turns, ${together} together; ` +
    `${begun.length - ended.length} killed, the next after ${nextMs} ms; ` +
    `${twice} messages in two turns, ${unseen} in none, ${failed.length} refused`;
  must(together === 0 && twice === 0 && begun.length === ended.length + 1, `${figures}\n${failed.join("\n")}`);
  return figures;
}

/** Without Redis, a message is refused, and Chat takes its repetition for a duplicate. A lost lock stops no handler. */
export const chatLoses: Run = async (place) => {
  const instance = start(place, "chat", [place.file, HEARTBEAT_MS + 2_000]);
  await instance.line(/ready/);
  place.gateway.faults.set({ seed: 0, rules: [{ fault: "drop-before", probability: 1 }] });
  instance.write("0\n");
  await instance.line(/^failed/);
  place.gateway.faults.clear();
  instance.write("0\n1\n");
  await instance.line(/^begin 1/);
  must(await createLocks({ redis: place.gateway, prefix: "chat:" }).lock(THREAD).forceRelease(), "no lock to free");
  await instance.line(/^end/);
  instance.endInput();
  const { code, stdout, stderr } = await instance.ended;
  const isLogged = /ownership was lost/.test(stdout + stderr);
  must(code === 0 && isLogged, `${stdout}${stderr}`);
  must(!/^begin 0/m.test(stdout), "the refused message was handled");
  return "a message while Redis is away is lost; a lock that is lost in a turn is logged, and the handler goes on";
};

/** With the store of the Chat SDK, one lost reply locks a thread that nobody has. */
export const chatFails: Run = async (place) => {
  place.gateway.faults.set({ seed: 0, rules: [{ fault: "drop-reply", command: "SET", times: 1 }] });
  const env = { REDIS_URL: place.gateway.respUrl };
  const results: string[] = [];
  for (const _ of [0, 1]) {
    const lines = await linesOf([start(place, failing("chat"), [], env)]);
    results.push(lines.find((line) => line.startsWith("lock:")) ?? "");
  }
  must(results[0]?.startsWith("lock: failed") === true && results[1] === "lock: null", results.join("\n"));
  return `without it: ${results.map((result) => result.slice("lock: ".length)).join("; then in another process: ")}`;
};
