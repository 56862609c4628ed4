// Planted bugs in the scripts that all locks share: refusals, releases and grants.
import type { PlantedBug } from "./planted-bug.ts";

export const IN_RELEASES: readonly PlantedBug[] = [
  {
    id: "second-not-called",
    name: "A release that leaves the lock free calls only the first waiter, which may have been cut without a trace.",
    origin:
      "reverts f18afb91 A release that leaves the lock free also calls the second in the list for later: the first may have been cut without a trace, and all others slept until a poll",
    edits: [
      {
        file: "src/lock/lua/lib/waiters.lua",
        from: "      if ms == 0 or mark == '~' or others > 0 then hint(1, 'next', ms + CALLED_MS) end\n",
        to: "",
      },
    ],
  },
  {
    id: "short-confirmation",
    name: "A grant counts for a sixth of a short lease, and its message may bring a token that no release gives.",
    origin:
      'reverts 6161eb02 A grant by message promises no more than its release gave, and confirm: "first" always asks Redis',
    edits: [
      {
        file: "src/lock/lua/lib/waiters.lua",
        from: "  local confirm_ms = math.min(tonumber(lease_ms), mark == '' and LONGEST_CONFIRM_MS or RESERVED_MS)",
        to: "  local confirm_ms = math.min(tonumber(lease_ms), LONGEST_CONFIRM_MS, math.max(1000, math.floor(lease_ms / 6)))",
      },
      {
        file: "src/lock/wait/mailbox.ts",
        from: "    if (needsToken ? !this.#isOfGrant(news) : fencingToken !== undefined) return undefined;\n",
        to: "",
      },
    ],
  },
  {
    id: "last-refusal-forgotten",
    name: "A late copy of an attempt whose refusal was final takes the lock for a caller that has gone.",
    origin: "fallback cut: the last refusal of an acquire is remembered",
    edits: [
      {
        file: "src/lock/lua/lib/grant.lua",
        from: "    unknown = write('SET', owner_state, '|-refused', 'PX', life_ms, 'NX')",
        to: "    unknown = is_unknown()",
      },
    ],
  },
];
