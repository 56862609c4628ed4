// A process that takes a lock, keeps it alive, says so, and never lets go: it stays until killed, or, asked to "leave",
// has nothing more to do. Run by the crash test.
import type { Lock } from "../../src/index.ts";
import { createLocks } from "./bare-locks.ts";

const [url = "", token = "", name = "", leaseMs = "", then = "", kind = ""] = process.argv.slice(2);
const locks = createLocks({ redis: { url, token }, leaseMs: Number(leaseMs) });
const locksByKind: Record<string, (name: string) => Lock> = {
  fair: (it) => locks.fairLock(it),
  read: (it) => locks.readWriteLock(it).readLock(),
  write: (it) => locks.readWriteLock(it).writeLock(),
};
const held = await (locksByKind[kind]?.(name) ?? locks.lock(name)).acquire();
held.keepAlive();
// Before anybody may stop the process: an abort that has been is told to no listener.
held.signal.addEventListener("abort", () => console.log("lost", held.signal.reason.code));
console.log(held.owner);
if (then !== "leave") setInterval(() => {}, 1_000);
