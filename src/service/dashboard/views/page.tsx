// The page of a viewer with a session. Its script replaces the parts once a second.

import { printable } from "../../../base/errors.ts";
import type { InspectedLock } from "../../../lock/hold/lock-inspection.ts";
import type { Caller } from "../../access/callers.ts";
import { allows } from "../../access/tokens.ts";
import { clock } from "../duration.ts";
import type { HeldLocks } from "../lock-watch.ts";
import { queryOf, type Wish } from "../rows.ts";
import type { Known } from "../shared-look.ts";
import { reasonOf } from "./failure.tsx";
import { FreeForm } from "./free-form.tsx";
import { HeldNow, Unlisted } from "./held-now.tsx";
import { type Html, h } from "./html.ts";
import { Layout } from "./layout.tsx";
import { LockAnswers, type Meant } from "./lock-answers.tsx";
import { LockPeople } from "./lock-people.tsx";
import { LockTable } from "./lock-table.tsx";
import { SignedIn } from "./signed-in.tsx";

/** The data that a viewer sees. */
export interface View {
  readonly base: string;
  readonly wish: Wish;
  readonly viewer: Caller;
  /** When its session ends, in epoch ms; undefined when it has none. */
  readonly until: number | undefined;
  readonly prefix: string;
  /** The held locks that the viewer may see; undefined when it may see no table. */
  readonly held: Known<HeldLocks> | undefined;
  /** The chosen lock; undefined when none is chosen. */
  readonly lock: Known<InspectedLock> | undefined;
  /** Whether anybody may free locks here. */
  readonly isFreeingOn: boolean;
  /** The outcome of a change; undefined when the viewer asked for none. */
  readonly notice: Notice | undefined;
  /** Epoch ms. */
  readonly now: number;
  /** The same instant by the monotonic clock. */
  readonly instant: number;
}

/** The outcome of a change. */
export interface Notice {
  readonly isRefusal: boolean;
  readonly text: string;
}

/** The parts that change while the page is open. */
export interface Parts {
  readonly state: Html | null;
  readonly locks: Html | null;
  readonly details: Html | null;
  /** Replaced only while the viewer does not use it. */
  readonly free: Html | null;
  readonly people: Html | null;
}

export function partsOf(view: View): Parts {
  const { base, wish, viewer, prefix, held, lock, now, instant } = view;
  const { value } = held ?? {};
  // Without a table, the age of the details counts. A lock that was never described has a reason of its own.
  const { error, askedAt = instant } = held ?? (lock?.value === undefined ? {} : lock);
  const reason = error === undefined ? undefined : reasonOf(error);
  // The text stays the same until Redis answers, because screen readers announce each change.
  const seenAt = clock(now - (instant - askedAt));
  const age = held !== undefined && value === undefined ? "Nothing is known yet." : `This state is from ${seenAt}.`;
  return {
    state: reason === undefined ? null : <p class="alert">{`${reason} ${age} The page tries again by itself.`}</p>,
    locks:
      value === undefined ? null : (
        <LockTable base={base} held={value} wish={wish} viewer={viewer} prefix={prefix} now={now} />
      ),
    details: lock === undefined ? null : detailsOf(lock, view),
    free: freeFormOf(view),
    people: lock?.value === undefined ? null : <LockPeople lock={lock.value} now={now} />,
  };
}

/** Returns the form that frees the lock; null when there is nothing to free. */
function freeFormOf({ base, lock, wish, viewer, isFreeingOn, notice }: View): Html | null {
  if (lock?.value === undefined || lock.value.kind === "free") return null;
  if (!allows(viewer, "force-release", lock.value.name)) return null;
  return <FreeForm base={base} lock={lock.value} wish={wish} isOn={isFreeingOn} isOpen={notice?.isRefusal === true} />;
}

function mayFree({ viewer, wish, isFreeingOn }: View): boolean {
  return isFreeingOn && allows(viewer, "force-release", wish.lock);
}

function detailsOf({ value, error }: Known<InspectedLock>, view: View): Html {
  if (value === undefined) return <p class="alert">{reasonOf(error)}</p>;
  return <LockAnswers lock={value} meant={meantBy(view)} mayFree={mayFree(view)} now={view.now} />;
}

/** Returns the name without the prefix, if the chosen name begins with it, as copied from Redis. */
function meantBy({ base, wish, prefix }: View): Meant | undefined {
  if (prefix === "" || wish.lock?.startsWith(prefix) !== true) return undefined;
  const name = wish.lock.slice(prefix.length);
  return { name, prefix, address: base + queryOf({ ...wish, lock: name }) };
}

export function Page(view: View): Html {
  const { base, wish, viewer, until, notice } = view;
  const { state, locks, details, free, people } = partsOf(view);
  return (
    <Layout
      base={base}
      title={wish.lock === undefined ? "Locks – leasehound" : `${printable(wish.lock)} – leasehound`}
      hasScript
    >
      <a class="skip" href={view.held === undefined ? "#locks-title" : "#locks"}>
        Skip to the locks
      </a>
      <header>
        <h1>
          <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
            <path d="M4 7V5a4 4 0 0 1 8 0v2h1v8H3V7zm2 0h4V5a2 2 0 0 0-4 0z" />
          </svg>{" "}
          Locks
        </h1>
        {until === undefined ? null : (
          <form method="post" action={`${base}sign-out`}>
            <button type="submit">Sign out</button>
          </form>
        )}
      </header>
      <main>
        <SignedIn id={viewer.id} until={until} />
        {notice === undefined ? null : (
          <p class={notice.isRefusal ? "alert" : "done"} role={notice.isRefusal ? "alert" : "status"}>
            {notice.text}
          </p>
        )}
        <div id="state" role="alert">
          {state}
        </div>
        {wish.lock === undefined ? null : (
          <section aria-labelledby="chosen-title">
            <h2 id="chosen-title">
              <bdi>{printable(wish.lock)}</bdi>
            </h2>
            <a id="close" href={base + queryOf({ ...wish, lock: undefined })}>
              Close
            </a>
            <div id="details">{details}</div>
            <div id="free">{free}</div>
            <div id="people">{people}</div>
          </section>
        )}
        {view.held === undefined ? (
          <Unlisted base={base} viewer={viewer} />
        ) : (
          <HeldNow base={base} wish={wish} locks={locks} />
        )}
      </main>
    </Layout>
  );
}
