// Undetected mutants of the scripts of the fair read/write lock, with the reason why each is equivalent, or which other
// tests judge it.
import type { Equivalent } from "./equivalent.ts";

/** Mutants with one reason: script, line, and the changed line. */
type Listed = readonly [script: string, before: string, after: string];

const LISTED: Readonly<Record<string, readonly Listed[]>> = {
  "Lua takes a start before the first character as the first.": [
    ["lib/rw-queue", "return string.sub(waiter, 1, 1) == 'w'", "return string.sub(waiter, 0, 1) == 'w'"],
    [
      "fair-read-write/acquire-write",
      "local reader = string.sub(owner, 1, -7)",
      "local reader = string.sub(owner, 0, -7)",
    ],
  ],
  "A reader is not in the list of writers.": [
    [
      "lib/rw-queue",
      "if is_writer(waiter) then call('ZREM', writers, waiter) end",
      "if true then call('ZREM', writers, waiter) end",
    ],
  ],
  "Only the first of the two is used.": [
    [
      "lib/rw-queue",
      "local front = read('ZRANGE', line, 0, 0, 'WITHSCORES')",
      "local front = read('ZRANGE', line, 0, 1, 'WITHSCORES')",
    ],
    [
      "lib/rw-queue",
      "local before = read('ZRANGE', writers, 0, 0, 'WITHSCORES')[2]",
      "local before = read('ZRANGE', writers, 0, 1, 'WITHSCORES')[2]",
    ],
    [
      "lib/rw-queue",
      "local next_one = read('ZRANGE', queue, WINDOW - 1, WINDOW - 1, 'WITHSCORES')",
      "local next_one = read('ZRANGE', queue, WINDOW - 1, WINDOW - 0, 'WITHSCORES')",
    ],
    [
      "lib/rw-queue",
      "local next_one = read('ZRANGE', queue, WINDOW - 1, WINDOW - 1, 'WITHSCORES')",
      "local next_one = read('ZRANGE', queue, WINDOW - 1, WINDOW + 1, 'WITHSCORES')",
    ],
    [
      "fair-read-write/acquire-write",
      "local first = read('ZRANGE', queue, 0, 0)[1]",
      "local first = read('ZRANGE', queue, 0, 1)[1]",
    ],
  ],
  "It differs for a first waiter that was silent for 15 s and asks again: longer walks find it.": [
    ["lib/rw-queue", "if front[1] == asking then return asking end", "if false then return asking end"],
  ],
  "The clock of a walk stands still within a script; a second reading of the time decides nothing.": [
    ["lib/rw-queue", "if not now then read_time() end", "if true then read_time() end"],
    ["lib/rw-queue", "if not now then read_time() end", "if true then read_time() end"],
  ],
  "Both are decades ago.": [["lib/rw-queue", "local tried = tonumber(time or 0)", "local tried = tonumber(time or 1)"]],
  "An attempt at this moment is set to this moment.": [
    ["lib/rw-queue", "if tried <= now then return tried end", "if tried < now then return tried end"],
  ],
  "One dead waiter more or less in a run: the next run drops the rest. No walk has so many.": [
    [
      "lib/rw-queue",
      "front = read('ZRANGE', line, 0, MOST_DROPPED - 1, 'WITHSCORES')",
      "front = read('ZRANGE', line, 0, MOST_DROPPED - 2, 'WITHSCORES')",
    ],
    [
      "lib/rw-queue",
      "front = read('ZRANGE', line, 0, MOST_DROPPED - 1, 'WITHSCORES')",
      "front = read('ZRANGE', line, 0, MOST_DROPPED - 0, 'WITHSCORES')",
    ],
    [
      "lib/rw-queue",
      "front = read('ZRANGE', line, 0, MOST_DROPPED - 1, 'WITHSCORES')",
      "front = read('ZRANGE', line, 0, MOST_DROPPED + 1, 'WITHSCORES')",
    ],
  ],
  "All isolates of a walk have a number. test/edge/contract/web-locks and test/lock/lua/foreign-listeners judge those without.":
    [
      ["lib/rw-queue", "if string.find(listener, '^%d%d%d%d%d%d$') then", "if true then"],
      ["lib/rw-queue", "elseif string.find(listener, WAKE) then", "elseif true then"],
      ["lib/rw-queue", "elseif string.find(listener, WAKE) then", "elseif false then"],
      ["lib/rw-queue", "publish(channel_at(listener), what .. number .. ' ' .. lock)", ""],
    ],
  'wake() distinguishes "free" from all else.': [
    [
      "lib/rw-queue",
      "if mode_now ~= 'write' then wake(mode_now and 'read' or 'free') end",
      "if mode_now ~= 'write' then wake(mode_now and 'write' or 'free') end",
    ],
    ["fair-read-write/acquire-read", "if dropped then wake('read') end", "if dropped then wake('write') end"],
    [
      "fair-read-write/acquire-read",
      "local open = left == -2 and 'free' or mode == 'read' and 'read'",
      "local open = left == -2 and 'free' or mode == 'read' and 'write'",
    ],
  ],
  "No walk takes as long as the queue lives without an attempt.": [
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number > 0 or read('PTTL', tries) <= RENEWED_BELOW_MS then",
    ],
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number > 0 or read('PTTL', tries) > RENEWED_BELOW_MS then",
    ],
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number >= 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
    ],
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number < 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
    ],
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number > 0 and read('PTTL', tries) < RENEWED_BELOW_MS then",
    ],
    [
      "lib/rw-queue",
      "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then",
      "if number > 1 or read('PTTL', tries) < RENEWED_BELOW_MS then",
    ],
    ["lib/rw-queue", "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then", "if true then"],
    ["lib/rw-queue", "if number > 0 or read('PTTL', tries) < RENEWED_BELOW_MS then", "if false then"],
  ],
  "Without a waiter, quit() finds none.": [
    ["lib/rw-queue", "if me ~= '' then quit(me) end", "if true then quit(me) end"],
  ],
  "A faster way: the general one gives the same answer, for more commands.": [
    [
      "fair-read-write/acquire-read",
      "if read('EXISTS', unpack(KEYS)) == 0 then return take() end",
      "if false then return take() end",
    ],
    [
      "fair-read-write/acquire-write",
      "if left >= 0 and read('EXISTS', owner_state) == 0 then",
      "if left >= 1 and read('EXISTS', owner_state) == 0 then",
    ],
    [
      "fair-read-write/acquire-write",
      "if left >= 0 and read('EXISTS', owner_state) == 0 then",
      "if left > 0 and read('EXISTS', owner_state) == 0 then",
    ],
    ["fair-read-write/acquire-write", "if left >= 0 and read('EXISTS', owner_state) == 0 then", "if false then"],
    ["fair-read-write/acquire-write", "if left ~= -2 then return end", "if left == -2 then return end"],
    ["fair-read-write/acquire-write", "if left ~= -2 then return end", "if left ~= -1 then return end"],
    ["fair-read-write/acquire-write", "if left ~= -2 then return end", "if true then return end"],
    ["fair-read-write/acquire-write", "if left ~= -2 then return end", "if false then return end"],
    [
      "fair-read-write/acquire-write",
      "local answer = (not first or first == me) and take_new()",
      "local answer = (not first and first == me) and take_new()",
    ],
    ["fair-read-write/acquire-write", "if was_answered and not record then", "if false then"],
    ["fair-read-write/acquire-write", "if answer then return answer end", "if false then return answer end"],
    ["fair-read-write/acquire-write", "elseif read('EXISTS', unpack(KEYS)) == 0 then", "elseif false then"],
  ],
  "The leases of a walk end all at once. The walks of the plain read/write lock judge it.": [
    ["fair-read-write/acquire-read", "forget_outlived()", ""],
  ],
  "A default owner that has an answer is not in the queue; without a first, nobody is.": [
    ["fair-read-write/acquire-read", "if record then pcall(quit, me) end", "if true then pcall(quit, me) end"],
    ["fair-read-write/acquire-write", "if record then pcall(quit, me) end", "if true then pcall(quit, me) end"],
    ["fair-read-write/acquire-write", "if first then pcall(leave, me) end", "if true then pcall(leave, me) end"],
  ],
  "The number of a writer that holds the lock alone: no queued reader has a lower one than 1.": [
    [
      "fair-read-write/acquire-read",
      "if record and mode == 'write' and read('HEXISTS', lock, owner .. ':write') == 1 then return enter(true, 0) end",
      "if record and mode == 'write' and read('HEXISTS', lock, owner .. ':write') == 1 then return enter(true, 1) end",
    ],
  ],
  "No two waiters have one number.": [
    [
      "fair-read-write/acquire-read",
      "if not writer or (mine and number and number > mine) then return enter(mine, number) end",
      "if not writer or (mine and number and number >= mine) then return enter(mine, number) end",
    ],
  ],
  "Only after 64 dead waiters: the next attempt comes a millisecond later.": [
    [
      "fair-read-write/acquire-read",
      "again_ms = writer == 'more' and 0 or dead_at + 1 - now",
      "again_ms = writer == 'more' and 1 or dead_at + 1 - now",
    ],
    [
      "fair-read-write/acquire-write",
      "again_ms = first == 'more' and 0 or dead_at + 1 - now",
      "again_ms = first == 'more' and 1 or dead_at + 1 - now",
    ],
  ],
  "The end is remembered for longer than a walk takes. The lives are judged in the plain lock.": [
    ["fair-read-write/acquire-read", "remember_end('refused', life_ms)", "remember_end('refused', '8000')"],
    ["fair-read-write/acquire-write", "remember_end('refused', life_ms)", "remember_end('refused', '8000')"],
    [
      "fair-read-write/acquire-write",
      "return remember_end('upgrade', life_ms)",
      "return remember_end('upgrade', '8000')",
    ],
  ],
  "A place of 0 means that the numbers behind it say nothing.": [
    [
      "fair-read-write/acquire-read",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, -1, 1 })",
    ],
    [
      "fair-read-write/acquire-write",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, -1, 1 })",
    ],
    [
      "fair-read-write/acquire-read",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, 1, 0 })",
    ],
    [
      "fair-read-write/acquire-write",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, 1, 0 })",
    ],
    [
      "fair-read-write/acquire-read",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, -2, 0 })",
    ],
    [
      "fair-read-write/acquire-write",
      "return with_holder({ 'busy', nonce, left, 0, -1, 0 })",
      "return with_holder({ 'busy', nonce, left, 0, -2, 0 })",
    ],
  ],
  "A default owner holds no read lock.": [["fair-read-write/acquire-write", "elseif record then", "elseif true then"]],
  "No lease of a walk has a millisecond left.": [
    [
      "fair-read-write/acquire-write",
      "if longest_of(reader, tonumber(read('HGET', lock, reader) or 0)) > 0 then",
      "if longest_of(reader, tonumber(read('HGET', lock, reader) or 0)) > 1 then",
    ],
  ],
};

// Of a file that both locks have.
const SHARED: readonly Equivalent[] = [
  ...["if size == 1 then", "if false then"].map((after) => ({
    before: "if size == 2 then",
    after,
    reason: "A dearer way to the same end: the courses of the read/write lock count its commands.",
  })),
  {
    before: "if live_with_readers(size) then open = 'read' end",
    after: "if live_with_readers(size) then open = 'write' end",
    reason: 'Only "free" tells a writer.',
  },
  {
    before: "if live_with_readers(size) then open = 'read' end",
    after: "if true then open = 'read' end",
    reason: "The read holds of a walk's writer end with its write hold: the contract of the order judges it.",
  },
].map((change) => ({ ...change, scripts: ["lib/writes"] }));

export const equivalentFairReadWrite: readonly Equivalent[] = [
  ...SHARED,
  ...Object.entries(LISTED).flatMap(([reason, mutants]) =>
    mutants.map(([script, before, after]) => ({ scripts: [script], before, after, reason })),
  ),
];
