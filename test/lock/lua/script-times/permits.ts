// The permit-expirable semaphore beside n leases, or with n ids.
import { permitLeasesKey } from "../../../../src/lock/keys.ts";
import {
  acquirePermitsCall,
  permitStatusCall,
  releaseListCall,
  releasePermitsCall,
  renewPermitsCall,
} from "../../../../src/lock/lua/permit-expirable.ts";
import type { Command, Scene } from "./measure.ts";
import { KEY, LEASE_MS, listed, numbers } from "./state.ts";

const LEASES = permitLeasesKey(KEY);
const MOST_AT_ONCE = 1_000;
const ADD = `for at = 2, #ARGV do
  redis.call('ZADD', KEYS[1], ARGV[1] + at, (string.gsub(ARGV[at], '%x%x', function(byte)
    return string.char(tonumber(byte, 16))
  end)))
end`;
// Ids of permits that no call names.
const ADD_OTHERS = `for nth = 1, ARGV[2] do
  redis.call('ZADD', KEYS[1], ARGV[1] + nth % 1000, string.format('%016d', nth))
end`;

/** Ids of permits, as random as the real ones, but always the same. */
function ids(n: number): [string, ...string[]] {
  let state = 1;
  const [first = "", ...more] = numbers(n).map(() =>
    Array.from({ length: 4 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state.toString(16).padStart(8, "0");
    }).join(""),
  );
  return [first, ...more];
}

function leased(n: number, till: number): Command[] {
  return [["SET", KEY, "0"], ...listed(["EVAL", ADD, "1", LEASES, String(till)], ids(n), 1)];
}

function othersLeased(n: number, till: number, available: number): Command[] {
  return [
    ["SET", KEY, String(available)],
    ["EVAL", ADD_OTHERS, "1", LEASES, String(till), String(n)],
  ];
}

const permits = (n: number) => ({ key: KEY, ids: ids(n), leaseMs: LEASE_MS });
const another = { key: KEY, ids: ["f".repeat(32)] as [string], leaseMs: LEASE_MS };

export const permitScenes: readonly Scene[] = [
  {
    name: "permits: an acquire when 20 n have expired",
    state: (n, now) => othersLeased(20 * n, now - 60_000, 0),
    call: () => acquirePermitsCall(another, false),
  },
  {
    name: "permits: a query when 20 n have expired",
    state: (n, now) => othersLeased(20 * n, now - 60_000, 0),
    call: () => permitStatusCall(KEY),
  },
  {
    name: "permits: an acquire beside n leases",
    state: (n, now) => othersLeased(n, now + 60_000, 1),
    call: () => acquirePermitsCall(another, false),
  },
  {
    name: "permits: an acquire of n",
    most: MOST_AT_ONCE,
    state: (n) => [["SET", KEY, String(n)]],
    call: (n) => acquirePermitsCall(permits(n), false),
  },
  {
    name: "permits: an acquire of n is cancelled",
    most: MOST_AT_ONCE,
    state: (n, now) => leased(n, now + 60_000),
    call: (n) => releasePermitsCall(permits(n)),
  },
  {
    name: "permits: a list of n is released",
    most: MOST_AT_ONCE,
    state: (n, now) => leased(n, now + 60_000),
    call: (n) => releaseListCall(KEY, ids(n), "request"),
  },
  {
    name: "permits: n are renewed",
    most: MOST_AT_ONCE,
    state: (n, now) => leased(n, now + 20_000),
    call: (n) => renewPermitsCall(permits(n), LEASE_MS),
  },
];
