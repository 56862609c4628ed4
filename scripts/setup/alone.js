// Runs one set-up at a time. Otherwise `npm start` and `npm test`, started together in a fresh clone, would each delete
// the node_modules that the other fills.
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

// Outside node_modules, which `npm ci` empties. By user, because a file of another user in /tmp cannot be removed. By
// its number, because a container's user may have no name.
function lockFile() {
  const user = process.getuid?.() ?? userInfo().username;
  const folder = createHash("sha256").update(root).digest("hex").slice(0, 16);
  return join(tmpdir(), `leasehound-setup-${user}-${folder}.lock`);
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
    // 0 is a new file without content: its writer is alive.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return error.code !== "ESRCH";
  }
}
