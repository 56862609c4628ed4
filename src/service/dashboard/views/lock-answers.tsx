// One lock: answers to the questions of somebody who waits for it.
import { printable } from "../../../base/errors.ts";
import type { InspectedHolder, InspectedLock } from "../../../lock/hold/lock-inspection.ts";
import { WHY_UNKNOWN } from "../../../lock/kinds/describe-locks.ts";
import { clock, duration, utc } from "../duration.ts";
import { Holder } from "./holder.tsx";
import { type Child, Fragment, type Html, h } from "./html.ts";

/** A name without the prefix. */
export interface Meant {
  readonly name: string;
  readonly prefix: string;
  /** Where the page shows the lock of this name. */
  readonly address: string;
}

interface LockAnswersProps {
  readonly lock: InspectedLock;
  /** What the viewer may mean by a name that begins with the prefix; undefined for other names. */
  readonly meant: Meant | undefined;
  /** Whether the form that frees the lock follows. */
  readonly mayFree: boolean;
  /** Epoch ms. */
  readonly now: number;
}

export function LockAnswers({ lock, meant, mayFree, now }: LockAnswersProps): Html {
  const { kind, holders } = lock;
  const [first] = holders;
  if (kind === "free" || first === undefined) {
    return (
      <dl>
        <Answer question="Who has it?">
          Nobody. The lock is free.
          {meant === undefined ? null : <MeantName {...meant} />}
        </Answer>
        <Answer question="Who waits?">{waitersText(lock)}</Answer>
      </dl>
    );
  }
  return (
    <dl>
      <Answer question="Who has it?">
        <Who lock={lock} first={first} />
      </Answer>
      <Answer question="Since when?">{sinceText(holders, now)}</Answer>
      <Answer question="Does it still renew?">
        <span id="renewals">Reload the page: if the lease then ends later, it was renewed.</span>{" "}
        {endText(lock, first, now)}
      </Answer>
      <Answer question="Who waits?">{waitersText(lock)}</Answer>
      <Answer question="What can I do?">
        <span id="advice"></span>
        <Advice lock={lock} first={first} mayFree={mayFree} />
      </Answer>
    </dl>
  );
}

function MeantName({ name, prefix, address }: Meant): Html {
  return (
    <>
      {` Names are given without the prefix "${printable(prefix)}". Do you mean `}
      <a href={address}>
        <bdi>{printable(name)}</bdi>
      </a>
      ?
    </>
  );
}

interface AnswerProps {
  readonly question: string;
  readonly children?: Child;
}

function Answer({ question, children }: AnswerProps): Html {
  return (
    <>
      <dt>{question}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface FirstProps {
  readonly lock: InspectedLock;
  /** The first of its holders. */
  readonly first: InspectedHolder;
}

const HOLDS: Record<InspectedHolder["mode"], string> = {
  exclusive: "",
  read: " It reads: other readers may join.",
  write: " It writes.",
};

function Who({ lock: { holderCount }, first }: FirstProps): Html {
  if (holderCount > 1) {
    return (
      <>
        {holderCount} holders, listed below. One is <Holder {...first} />
      </>
    );
  }
  const { mode, holds } = first;
  return (
    <>
      <Holder {...first} />
      {HOLDS[mode]}
      {holds > 1 ? ` It has acquired the lock ${holds} times, and must release it as often.` : null}
    </>
  );
}

function sinceText(holders: readonly InspectedHolder[], now: number): string {
  const known = holders.flatMap(({ since }) => (since === undefined ? [] : [since]));
  if (known.length === 0) return "Redis does not know.";
  const since = Math.min(...known);
  const subject = holders.length > 1 ? "The oldest hold: " : "";
  return `${subject}${utc(since)}, ${duration(now - since)} ago.`;
}

/** Says when the lock is free by itself. */
function endText({ remainingMs, holderCount }: InspectedLock, first: InspectedHolder, now: number): string {
  const end = `Without a renewal, the lock is free at ${clock(now + remainingMs)}, in ${duration(remainingMs)}.`;
  if (holderCount > 1 || first.handedOffUntil === undefined) return end;
  const { handedOffUntil } = first;
  if (handedOffUntil === "unknown") return `${end} The watchdog does not answer: it may renew this lease.`;
  return `${end} The watchdog renews it until ${utc(handedOffUntil)}, for another ${duration(handedOffUntil - now)}.`;
}

function waitersText({ queueLength, waiters, waitersUnknownBecause }: InspectedLock): string {
  if (waiters === "unknown") {
    return waitersUnknownBecause === undefined ? "Unknown." : `Unknown: ${WHY_UNKNOWN[waitersUnknownBecause]}.`;
  }
  if (waiters === 0) return "Nobody that Redis knows of. Callers that poll are not counted.";
  const where = queueLength > 0 ? " in its queue, listed below." : ". Redis does not know who.";
  return `${waiters} ${waiters === 1 ? "waits" : "wait"}${where}`;
}

interface AdviceProps extends FirstProps {
  readonly mayFree: boolean;
}

function Advice({ lock: { holderCount, remainingMs }, first, mayFree }: AdviceProps): Html {
  const { label, handedOffUntil } = first;
  const many = holderCount > 1;
  return (
    <ol>
      <li>
        {many
          ? "Look for the holders by their labels or owners, such as in logs. If they work, let them finish, or stop them."
          : `Look for the holder by its ${label === "" ? "owner" : "label"}, such as in logs. If it works, let it finish, or stop it.`}
      </li>
      <li>
        {typeof handedOffUntil === "number" && !many
          ? "Or wait until the holder releases the lock, or the watchdog stops."
          : `Or wait: if nobody renews the lease, the lock is free in ${duration(remainingMs)}.`}
      </li>
      <li>
        {mayFree
          ? `Or free the lock below. This does not stop ${many ? "the holders" : "the holder"}: do it only if ${many ? "they are" : "it is"} dead.`
          : "You cannot free this lock here."}
      </li>
    </ol>
  );
}
