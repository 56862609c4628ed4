// npm run test:full -- hosts [-- host…] Runs the recipes of docs/hosts/packages.md, as printed, with the real packages,
// while a tenth of the replies of Redis is lost. It also runs the program at the start of each section, which fails.
import { HOSTS, writePages } from "./pages.ts";
import { atproto, atprotoFails, atprotoLoses, atprotoSpent } from "./runs/atproto.ts";
import { chat, chatFails, chatLoses } from "./runs/chat.ts";
import { nodeCron, nodeCronFails, nodeCronRefuses } from "./runs/node-cron.ts";
import { inPlace, type Run } from "./runs/run.ts";
import { tanstack, tanstackFails } from "./runs/tanstack-ai.ts";
import { tus, tusDies, tusFails, tusLoses, tusStalls } from "./runs/tus.ts";
import { umzug, umzugDies, umzugFails, umzugLoses } from "./runs/umzug.ts";
import { adonis, verrou, verrouAway, verrouFails, verrouKit, verrouOutlasts } from "./runs/verrou.ts";
import { wrongInput } from "./runs/wrong-input.ts";

const RUNS: readonly (readonly [host: string, run: Run])[] = [
  ["node-cron", nodeCronFails],
  ["node-cron", nodeCron],
  ["node-cron", nodeCronRefuses],
  ["tanstack-ai", tanstackFails],
  ["tanstack-ai", tanstack],
  ["atproto", atprotoFails],
  ["atproto", atproto],
  ["atproto", atprotoLoses],
  ["atproto", atprotoSpent],
  ["verrou", verrouFails],
  ["verrou", verrouKit],
  ["verrou", verrou],
  ["verrou", verrouAway],
  ["verrou", verrouOutlasts],
  ["verrou", adonis],
  ["tus", tusFails],
  ["tus", tus],
  ["tus", tusStalls],
  ["tus", tusDies],
  ["tus", tusLoses],
  ["umzug", umzugFails],
  ["umzug", umzug],
  ["umzug", umzugLoses],
  ["umzug", umzugDies],
  ["chat", chatFails],
  ["chat", chatLoses],
  ["inputs", wrongInput],
];

const asked = process.argv.slice(2);
const known = [...HOSTS, "inputs"];
const unknown = asked.filter((host) => !known.includes(host));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}; known are ${known.join(", ")}`);
const isAsked = (host: string): boolean => asked.length === 0 || asked.includes(host);
const seed = Date.now() % 1_000_000;
let failures = 0;

async function prove(host: string, run: Run): Promise<void> {
  const start = performance.now();
  const seconds = (): string => `${Math.round((performance.now() - start) / 1_000)} s`;
  try {
    console.log(`${host}: ${await inPlace(seed, run)} (${seconds()})`);
  } catch (error) {
    failures += 1;
    console.error(`${host}: failed after ${seconds()}: ${error instanceof Error ? error.message : error}`);
  }
}

writePages();
console.log(`seed ${seed}`);
// It mostly waits: beside the others.
const chatting = isAsked("chat") ? prove("chat", chat) : undefined;
for (const [host, run] of RUNS) if (isAsked(host)) await prove(host, run);
await chatting;
console.log(failures === 0 ? "all recipes hold" : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
