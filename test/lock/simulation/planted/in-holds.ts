// Planted bugs in an acquire, a hold and its renewals, and in the reading of answers.
import type { PlantedBug } from "./planted-bug.ts";

const ATTEMPTS = "src/lock/hold/attempts.ts";
const GRANTED = "src/lock/hold/granted.ts";
const KEEP_ALIVE = "src/lock/hold/keep-alive.ts";

export const IN_HOLDS: readonly PlantedBug[] = [
  {
    id: "added-by-holder",
    name: "An acquire does not know that a holder of its isolate added it to the list, and takes an unheard grant for a loss.",
    origin:
      "reverts f3cb8593 A waiter that a holder of its isolate added to the list goes on as another acquire after an unheard grant",
    edits: [
      {
        file: ATTEMPTS,
        from: 'this.#hasStood ||= standing !== undefined || (this.#waiting.request?.() ?? "") !== "";',
        to: "this.#hasStood ||= standing !== undefined;",
      },
    ],
  },
  {
    id: "unheard-grant-is-loss",
    name: "A grant that ended before its waiter heard of it makes the acquire throw LOCK_LOST.",
    origin:
      "reverts fedc427c A look tells the time of Redis; an unheard grant never surfaces as a loss; no message grants for longer than 5 s",
    edits: [
      {
        file: ATTEMPTS,
        from: "      if (this.#hasStood && error instanceof HoldEndedError && !signal.aborted) return this.#ungranted(error);\n",
        to: "",
      },
      {
        file: "src/lock/hold/failed.ts",
        from: 'return leftMs(asked) > 0 ? "ungranted" : "refused";',
        to: 'if (leftMs(asked) > 0) return "ungranted";',
      },
    ],
  },
  {
    id: "stands-without-release",
    name: "A waiter takes itself for standing although the release that should have added it left the lock held.",
    origin: "reverts 1686f184 A waiter counts as standing only when the release of a holder here has freed the lock",
    edits: [
      {
        file: "src/lock/hold/held-lock.ts",
        from: '    if (end === "released") next?.added();',
        to: "    next?.added();",
      },
    ],
  },
  {
    id: "suspension-not-noticed",
    name: "Time that the machine was suspended does not count.",
    origin: "reverts b070c5b5 Time has passed when either clock says so: one file reads both",
    edits: [{ file: "src/base/clock.ts", from: "    if (isJump) sleptMs += gainedMs;\n", to: "" }],
  },
  {
    id: "kept-signal-is-late",
    name: "A signal that its user kept tells the end of a lease only when a timer fires.",
    origin: "reverts 1329f48b A signal that was kept looks at the clock itself",
    edits: [
      {
        file: "src/lock/hold/hold-state.ts",
        from: "      refreshesFirst(this.#signalled.signal, () => this.#refreshSignal());\n",
        to: "",
      },
    ],
  },
  {
    id: "failed-acquire-not-cancelled",
    name: "An acquire that fails leaves what an unanswered attempt may have got.",
    origin: "fallback cut: the cancel after a failed acquire",
    edits: [
      {
        file: "src/lock/hold/cancel.ts",
        from: "  if (kind.cancel === undefined) return error;",
        to: "  return error;",
      },
    ],
  },
  {
    id: "pass-not-given-back",
    name: "A lock that was passed to a waiter that was cut stays held until its lease ends.",
    origin: "fallback cut: a pass that nobody takes is given back",
    edits: [
      {
        file: "src/lock/hold/pass-on.ts",
        from: "(isTaken ? undefined : giveBack())",
        to: "(isTaken ? undefined : Promise.resolve())",
      },
    ],
  },
  {
    id: "grant-not-confirmed",
    name: "A hold that a message granted is never confirmed, and ends with its short lease.",
    origin: "fallback cut: the confirmation of a grant by message",
    edits: [
      {
        file: KEEP_ALIVE,
        from: "    if (!isOurs || isKept || life.isRenewed || leftMs === 0) return;",
        to: "    return;",
      },
    ],
  },
  {
    id: "validity-from-answer",
    name: "The validity of a hold counts from the answer to its acquire, not from the request.",
    origin: "fallback cut: the validity counts from the request",
    edits: [
      {
        file: GRANTED,
        from: "const known = until ?? validUntil(sentAt, reply.remainingMs, hold.leaseMs);",
        to: "const known = until ?? validUntil(nowMs(), reply.remainingMs, hold.leaseMs);",
      },
    ],
  },
  {
    id: "renewal-not-retried",
    name: "A renewal that was not answered is not retried, and the hold ends with its lease.",
    origin: "fallback cut: a failed renewal is retried",
    edits: [
      {
        file: KEEP_ALIVE,
        from: "    this.#next = Math.max(this.#nextAfter(failedAt), failedAt + patienceMs);",
        to: "    this.#next = Number.POSITIVE_INFINITY;",
      },
    ],
  },
  {
    id: "answer-of-another-request",
    name: "The answer to another request is believed.",
    origin: "reverts ac00dcb6 Replies name the try that they answer, and no script changes what is no lock",
    edits: [
      {
        file: "src/lock/lua/reply.ts",
        from: "  if (named === nonce) return nonce;",
        to: "  return nonce;",
      },
    ],
  },
  {
    id: "foreign-noscript",
    name: "An answer NOSCRIPT to a request that brings its script ends an acquire as REDIS_REFUSED.",
    origin:
      "reverts ed4526b8 A script's effect and its outcome agree: one frame publishes safely, and says whether anything was written",
    edits: [
      {
        file: "src/lock/redis/script-port.ts",
        from: '      if ("error" in answer && answer.error.includes("NOSCRIPT")) answer = { result: undefined };\n',
        to: "",
      },
    ],
  },
];
