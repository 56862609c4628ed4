// A process that acquires a lock, keeps it alive, reports it, and never releases. It stays until killed, or with
// "leave" exits when it has no more work. With "release", it releases when it is sent a line, and has no more work then.
// The crash test runs it.
import { once } from "node:events";
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
// First, because a listener that is added after an abort is not called.
held.signal.addEventListener("abort", () => console.log("lost", held.signal.reason.code));
console.log(held.owner);
if (then === "stay") setInterval(() => {}, 1_000);
if (then === "release") {
  await once(process.stdin, "data");
  process.stdin.destroy();
  await held[Symbol.asyncDispose]();
}
