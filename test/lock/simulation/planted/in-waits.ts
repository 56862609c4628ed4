// Planted bugs in how a waiter learns that it may attempt, and in streams, wakes and grants by message.
import type { PlantedBug } from "./planted-bug.ts";

const WAITER = "src/lock/wait/waiter.ts";
const LINE = "src/lock/wait/line.ts";
const ELECTION = "src/lock/wait/election.ts";
const LINE_STATE = "src/lock/wait/line-state.ts";

export const IN_WAITS: readonly PlantedBug[] = [
  {
    id: "seal-is-not-compared",
    name: "The seal of a grant is not compared, so that a forged grant is believed.",
    origin: "fallback cut: the seal of a message",
    edits: [{ file: "src/lock/wait/seal.ts", from: "  return difference === 0;", to: "  return true;" }],
  },
  {
    id: "nobody-stands-after-attempt",
    name: "A waiter whose attempt is in flight when the waiter before it leaves does not stand, and sleeps until its poll.",
    origin:
      "reverts 5de841db A waiter whose attempt was under way when the one before it left stands at once: it slept until its poll",
    edits: [
      {
        file: LINE,
        from: " else if (line.hearing.isLive && isFirst(line, who, now)) standsNext(at);",
        to: "",
      },
    ],
  },
  {
    id: "queue-without-request",
    name: "When its stream is confirmed, a queued waiter without a request attempts only if it comes first.",
    origin: "reverts bddb74e8 In a queue, each waiter without a request attempts when its stream is confirmed",
    edits: [
      {
        file: LINE,
        from: 'inQueue(line) ? who.request === "" || comesFirst(line, who, now)',
        to: "inQueue(line) ? comesFirst(line, who, now)",
      },
    ],
  },
  {
    id: "grant-given-back-during-attempt",
    name: "A grant that comes just before an attempt is given back while the attempt finds it, so that the lock is freed under its holder.",
    origin:
      "reverts bcb0a514 A grant is never given back while its waiter attempts: the attempt finds it, and would have held a lock that was then freed",
    edits: [
      { file: LINE, from: "  // An attempt finds what became of it.\n  who.grant = undefined;\n", to: "" },
      { file: LINE_STATE, from: '(phase === "asleep" && grant === given)', to: "grant === given" },
    ],
  },
  {
    id: "called-waiter-cut",
    name: "If a waiter that a release called was cut, those behind it in its isolate sleep until a poll.",
    origin:
      "reverts 3d4aaf8b A called waiter that was cut delays those behind it in its isolate by two seconds at most: they slept until a poll",
    edits: [
      {
        file: LINE,
        from: "      isToTrySoon(at, what.who);\n",
        to: "",
      },
    ],
  },
  {
    id: "nobody-stands-after-cut",
    name: "After a grant to a waiter that was cut is given back, nobody behind it in its isolate stands.",
    origin:
      "reverts 0edec7d4 Only the first waiter of an isolate stands, and the next one follows when a grant to a waiter that was cut is given back",
    edits: [
      {
        file: LINE,
        from: "  leaves(at, who);\n  standsNext(at);",
        to: "",
      },
    ],
  },
  {
    id: "permit-during-attempt",
    name: "A message about a permit that comes during an attempt leaves with the waiter that the attempt granted another permit.",
    origin: "reverts a57fb645 A permit given back while another is granted wakes the next waiter",
    edits: [
      {
        file: LINE,
        from: 'if (lastTry.kind === "granted" && lastTry.available === undefined) return;',
        to: 'if (lastTry.kind === "granted") return;',
      },
    ],
  },
  {
    id: "wake-during-attempt",
    name: "A wake that comes during an attempt is forgotten when the attempt is refused.",
    origin:
      "reverts a2a6a0fc Renewals go before questions in the queue of an object; a lease is kept as its requests stand; the interop tests see who is never let in",
    edits: [
      {
        file: LINE,
        from: "  joins(at, who);\n  const position",
        to: "  joins(at, who);\n  who.wake = undefined;\n  const position",
      },
    ],
  },
  {
    id: "request-never-renewed",
    name: "A waiter never renews its standing request, which the scripts skip after 150 s.",
    origin: "fallback cut: the standing request is renewed",
    edits: [
      { file: LINE_STATE, from: "const RENEW_REQUEST_MS = 60_000;", to: "const RENEW_REQUEST_MS = 1_000_000_000;" },
    ],
  },
  {
    id: "wake-not-passed-on",
    name: "A waiter that was woken and gives up passes the wake on to nobody.",
    origin: "fallback cut: the wake is passed on",
    edits: [
      {
        file: LINE,
        from: '  if (who.wake !== undefined || (wasTrying && lastTry.kind === "unanswered")) wakesOne(at);\n  else standsNext(at);',
        to: '  if (who.wake === undefined && !(wasTrying && lastTry.kind === "unanswered")) standsNext(at);',
      },
    ],
  },
  {
    id: "woken-waiter-cut",
    name: "Waiters that are presumed dead are woken, and nobody attempts in the place of a woken waiter that was cut.",
    origin:
      "reverts 70d971a8 Waiters that are gone without a word are not woken, and what one of them was woken for, another tries",
    edits: [
      {
        file: LINE,
        from: "  schedule.tryBy = now + WOKEN_TRY_MS;\n",
        to: "",
      },
      {
        file: LINE,
        from: "  const asleep = livingOf(at.line, at.now).filter(",
        to: "  const asleep = at.line.waiters.filter(",
      },
    ],
  },
  {
    id: "no-poll",
    name: "A waiter that no message reaches never attempts because of time.",
    origin: "fallback cut: the safety poll",
    edits: [
      {
        file: LINE,
        from: "triedAt + pollMsOf(line, who, isAhead) * pollShare",
        to: "NEVER",
      },
    ],
  },
  {
    id: "no-overlap-of-streams",
    name: "A stream ends as soon as another one is confirmed, although messages may still be on their way to it.",
    origin:
      "reverts e9f5783d A stream stays for 100 ms after another one is confirmed: messages from before may still be on their way",
    edits: [{ file: ELECTION, from: "      await unrefSleep(OVERLAP_MS, stream.ending.signal);\n", to: "" }],
  },
  {
    id: "stream-of-ended-invocation",
    name: "The stream of an invocation that has ended counts as live, and nobody looks for the messages that it missed.",
    origin:
      "reverts e292035a A stream that ended with its invocation counts no longer once the next one is confirmed: its waiters look",
    edits: [
      {
        file: ELECTION,
        from: "      if (other.isConfirmed && nowMs() < other.countsUntil) void this.#replaces(stream, other);\n",
        to: "",
      },
      {
        file: ELECTION,
        from: "    if (endsWithInvocation()) for (const each of newest) each.notify();\n    else if (newest[0]",
        to: "    if (newest[0]",
      },
      {
        file: WAITER,
        from: "        return isDead();",
        to: "        return false;",
      },
    ],
  },
  {
    id: "stream-not-reopened",
    name: "A stream that was cut is never opened again while its waiters wait.",
    origin: "fallback cut: the stream is opened again",
    edits: [
      {
        file: ELECTION,
        from: "      await unrefSleep(wasSteady ? 0 : pauseMs, ending.signal);",
        to: "      return;",
      },
    ],
  },
  {
    id: "leader-never-replaced",
    name: "A leader that was cut in a Worker keeps its place, and nobody opens the stream again.",
    origin: "fallback cut: the change of a silent leader",
    edits: [
      {
        file: ELECTION,
        from: "if (this.#leader === undefined || (this.#leader !== candidate && now - this.#seenAt > patienceMs)) {",
        to: "if (this.#leader === undefined) {",
      },
    ],
  },
  {
    id: "late-grant-believed",
    name: "A grant by message is believed for its whole lease from when it is heard, however late it comes.",
    origin: "fallback cut: the validity of a grant is bounded by Redis' time",
    edits: [
      {
        file: "src/lock/wait/mailbox.ts",
        from: "    return Math.min(byRedis, heardAt + confirmMs - MARGIN_MS);",
        to: "    return heardAt + confirmMs - MARGIN_MS;",
      },
    ],
  },
];
