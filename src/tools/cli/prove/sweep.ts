// Deletes the keys of `leasehound prove`: a process of its own, so that it also ends its work if `prove` was killed.
// Standard input: the place as JSON, then a key on each line, and an empty line when `prove` ends.
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../../../base/clock.ts";
import { deleteKeys } from "../../../engine/prove/used-keys.ts";
import { wayTo } from "../open-way.ts";
import type { DatabaseAddress } from "../way.ts";

const ANSWER_MS = 5_000;
// A request that was on its way when `prove` was killed has arrived by then.
const LATE_MS = 2_000;
const RETRY_MS = 1_000;
const RETRY_FOR_MS = 60_000;

// `prove` gets the signals, and says when it has ended.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
const keys: string[] = [];
let given: string | undefined;
let hasEnded = false;
for await (const line of createInterface({ input: process.stdin })) {
  if (given === undefined) given = line;
  else if (line === "") hasEnded = true;
  else keys.push(line);
}
const place: DatabaseAddress = JSON.parse(given ?? "{}");
const { send, close } = await wayTo(place);
const giveUpAt = nowMs() + RETRY_FOR_MS;
if (!hasEnded) {
  await deleteKeys(keys, isDeleted);
  await sleep(LATE_MS);
}
process.stdout.on("error", () => {});
process.stdout.write(JSON.stringify(await deleteKeys(keys, isDeleted)));
close();

/** Sends the command until it is answered, for a minute. Returns whether Redis carried it out. */
async function isDeleted(key: string): Promise<boolean> {
  // Ends with an answer, or after a minute.
  while (nowMs() < giveUpAt) {
    try {
      return "result" in (await send(["DEL", key], { timeoutMs: ANSWER_MS }));
    } catch {
      await sleep(RETRY_MS);
    }
  }
  return false;
}
