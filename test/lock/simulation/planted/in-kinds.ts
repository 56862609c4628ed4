// Planted bugs in single kinds of locks: in their code and in their scripts.
import type { PlantedBug } from "./planted-bug.ts";

export const IN_KINDS: readonly PlantedBug[] = [
  {
    id: "newest-does-not-listen",
    name: "The function of an older call runs on beside the newest call of another isolate until a renewal.",
    origin:
      "reverts c6b5744d The newest call interrupts other isolates at once: it listens, and asks when its stream is confirmed",
    edits: [
      {
        file: "src/lock/kinds/newest.ts",
        from: '      const stop = listen === true ? undefined : HeldLock.listen(held, options.wait !== "poll");',
        to: "      const stop = (): void => {};",
      },
    ],
  },
  {
    id: "permit-release-not-repeated",
    name: "The release of `withPermit` is not repeated after an attempt without an answer, so that its permits are lost.",
    origin: "fallback cut: the release is repeated in the background",
    edits: [
      {
        file: "src/lock/kinds/unleased.ts",
        from: "  await callAtLast(driver, call, tryTimeoutMs(options.leaseMs), LONGEST_WITHOUT_LEASE_MS);",
        to: "  await callAtLast(driver, call, tryTimeoutMs(options.leaseMs), 1);",
      },
    ],
  },
  {
    id: "light-release-of-another",
    name: "A release of a light lock deletes the lock of another holder.",
    origin: "fallback cut: the check of a light lock's value",
    edits: [
      {
        file: "src/lock/light/light-commands.ts",
        from: '  return compared(["DELEX", key, "IFEQ", value], lightRelease, [value]);',
        to: '  return compared(["DEL", key], lightRelease, [value]);',
      },
    ],
  },
  {
    id: "silent-fair-waiter",
    name: "A waiter that died stays the first in the queue of a fair lock.",
    origin: "fallback cut: a silent waiter loses its place in the queue",
    edits: [
      { file: "src/lock/lua/lib/queue.lua", from: "local SILENT_MS = 15000", to: "local SILENT_MS = 1500000000" },
    ],
  },
  {
    id: "permits-taken-twice",
    name: "An acquire of a semaphore that is repeated after a lost answer takes its permits twice.",
    origin: "fallback cut: the record of an acquire of permits",
    edits: [
      {
        file: "src/lock/lua/semaphore.lua",
        from: "  call('SET', record, '+' .. wanted, 'PX', life_ms)\n  undo('UNLINK', record)\n",
        to: "",
      },
    ],
  },
  {
    id: "ended-permits-not-returned",
    name: "The permits of holders that died are never available again.",
    origin: "fallback cut: permits whose lease has ended are taken back",
    edits: [{ file: "src/lock/lua/permit-expirable.lua", from: "available = sweep(available, channel)\n", to: "" }],
  },
  {
    id: "latch-counts-twice",
    name: "A request that counts a latch down, and arrives twice, counts twice.",
    origin: "fallback cut: the record of a latch's request",
    edits: [
      {
        file: "src/lock/lua/count-down-latch.lua",
        from: "local reply = done(math.max(left, 0), write)",
        to: "local reply = answer(math.max(left, 0))",
      },
    ],
  },
  {
    id: "token-falls",
    name: "A fencing token is lower than that of an earlier holder after the clock of Redis was set back.",
    origin: "fallback cut: the check of a token against the latest one",
    edits: [
      {
        file: "src/lock/lua/lib/waiters.lua",
        from: "  local is_older = #latest < #token or (#latest == #token and latest < token)",
        to: "  local is_older = true",
      },
    ],
  },
];
