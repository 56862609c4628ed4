// One set-up at a time: `npm start` and `npm test` begun together in a fresh clone would otherwise each
// delete the node_modules the other is filling.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./paths.js";

const LONGEST_WAIT_MS = 10 * 60_000;

/** Runs `work` while no other set-up of this folder runs. */
export async function alone(say, work) {
  const lock = lockFile();
  await take(lock, say);
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

// Outside node_modules, which `npm ci` empties; by user, because another's file in /tmp can't be removed.
function lockFile() {
  const folder = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(tmpdir(), `leasehound-setup-${userInfo().username}-${folder}.lock`);
}

async function take(lock, say) {
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  let told = false;
  while (!create(lock)) {
    if (!holderLives(lock)) {
      rmSync(lock, { force: true });
      continue;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(`Another set-up of this folder seems stuck: end it, or delete ${lock}, and try again.`);
    }
    if (!told) say("another set-up of this folder is running: waiting for it…");
    told = true;
    await sleep(200);
  }
}

function create(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderLives(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // 0 is a file just created and not yet filled: its writer is alive.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code !== "ESRCH";
  }
}
