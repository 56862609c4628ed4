// The table of states of docs/audit/turns.md, drawn from the code: what two waiters of one isolate do after each event.
import { wakesOne } from "../../../src/lock/kinds/exclusive-kind.ts";
import { type Happened, step, todo } from "../../../src/lock/wait/line.ts";
import { type Line, newLine, newWaiting, type Waiting } from "../../../src/lock/wait/line-state.ts";

// The holder's lease ends after 20 s.
const LEASE_MS = 20_000;
const AT = 1_000;
const POLL_MS = 5_000;

interface Row {
  readonly title: string;
  readonly happens: (head: Waiting, line: Line) => readonly Happened[];
}

const granted = (who: Waiting): Happened => ({ is: "granted", who, grant: { handed: {}, until: AT + 5_000 } });
const attempts = (who: Waiting): Happened => ({ is: "attempts", who });
const left = (who: Waiting, kind: "refused" | "unanswered"): Happened => ({ is: "left", who, lastTry: { kind } });
const refused = (who: Waiting, remainingMs: number): Happened => {
  return { is: "refused", who, refusal: { remainingMs }, stood: { request: "stands", isOurs: true } };
};

const ROWS: readonly Row[] = [
  { title: "nothing", happens: () => [] },
  { title: "a message calls the head", happens: (who) => [{ is: "woken", who, by: "call" }] },
  {
    title: "a message tells it of a grant to another one, for 2 s",
    happens: (who) => [{ is: "called later", who, inMs: 2_000 }],
  },
  { title: "a message grants it the lock", happens: (who) => [granted(who)] },
  { title: "a release here names it", happens: (who) => [{ is: "named", who, forMs: 1_000 }] },
  {
    title: "… and has granted it the lock",
    happens: (who) => [{ is: "named", who, forMs: 1_000 }, granted(who)],
  },
  {
    title: "… and has not, or nobody knows",
    happens: (who) => [
      { is: "named", who, forMs: 1_000 },
      { is: "granted", who, grant: undefined },
    ],
  },
  { title: "a release is published", happens: () => [{ is: "published", payload: "0", owner: "" }] },
  { title: "the stream is confirmed", happens: (who) => [{ is: "mailbox open", who }] },
  {
    title: "the stream ends",
    happens(_, { hearing }) {
      Object.assign(hearing, { isLive: false });
      return [];
    },
  },
  { title: "the head attempts", happens: (who) => [attempts(who)] },
  { title: "… and is granted the lock meanwhile", happens: (who) => [attempts(who), granted(who)] },
  { title: "… and is refused: the lease ends in 3 s", happens: (who) => [attempts(who), refused(who, 3_000)] },
  {
    title: "… and has the lock",
    happens: (who) => [attempts(who), { is: "left", who, lastTry: { kind: "granted", leaseMs: LEASE_MS } }],
  },
  { title: "… and its wait ends, without an answer", happens: (who) => [attempts(who), left(who, "unanswered")] },
  { title: "its wait ends, with a refusal", happens: (who) => [attempts(who), left(who, "refused")] },
  { title: "it did not take a grant: it was cut", happens: (who) => [granted(who), { is: "lost", who }] },
];

/** Returns the table. */
export function stateTable(): string {
  const lines = ROWS.map(({ title, happens }) => {
    const { line, head, behind } = twoAsleep();
    for (const each of happens(head, line)) step(line, each, AT);
    return `| ${title} | ${stateOf(line, head)} | ${stateOf(line, behind)} |`;
  });
  return ["| what happens | the head | the one behind it |", "| --- | --- | --- |", ...lines].join("\n");
}

/** Two that were refused at 0. The first one stands in the list of the lock. */
function twoAsleep() {
  const hearing = { isLive: true, isUnsupported: false };
  const channel = { name: "", perWaiter: false, wakes: wakesOne, tellsOfCalls: true } as const;
  const line = newLine({ channel, hasList: true, mayBeCut: false, hearing, lots: undefined });
  // Without the share that lets waiters drift apart.
  for (const schedule of [line.exclusive, line.shared]) Object.assign(schedule, { pollShare: 1 });
  const [head, behind] = ["a", "b"].map((owner) => {
    const who = newWaiting(
      line,
      { owner, label: "", shared: false, permits: 1, number: 0, passableLeaseMs: 1, pollMs: POLL_MS },
      0,
    );
    const stood = owner === "a" ? { request: "stands", isOurs: true } : undefined;
    step(line, { is: "refused", who, refusal: { remainingMs: LEASE_MS }, stood }, 0);
    return who;
  });
  if (head === undefined || behind === undefined) throw new Error("nobody waits");
  return { line, head, behind };
}

function stateOf(line: Line, who: Waiting): string {
  if (who.phase === "granted") return "has the lock";
  if (who.phase === "refused") return "has left";
  const next = todo(line, who, AT);
  if (who.phase === "unanswered")
    return next.does === "take" ? "has left, and learns that it lost a grant" : "has left";
  if (who.phase === "trying") return next.does === "take" ? "attempts; if refused, takes the grant" : "attempts";
  if (next.does === "take") return "takes the lock";
  return next.does === "attempt" ? "attempts at once" : `sleeps for ${(next.until - AT) / 1_000} s`;
}
