// The page of who has a session. `parts` is what its script replaces once a second.

import { printable } from "../../errors.ts";
import { asEpochMs } from "../../hold/epoch-time.ts";
import type { InspectedLock } from "../../hold/lock-inspection.ts";
import type { HeldLocks } from "../lock-watch.ts";
import { queryOf, type Wish } from "../rows.ts";
import type { Known } from "../shared-look.ts";
import { reasonOf } from "./failure.tsx";
import { FreeForm } from "./free-form.tsx";
import type { Html } from "./html.ts";
import { Layout } from "./layout.tsx";
import { LockDetails } from "./lock-details.tsx";
import { LockTable } from "./lock-table.tsx";

/** All that a viewer sees. */
export interface View {
  readonly base: string;
  readonly wish: Wish;
  readonly prefix: string;
  readonly held: Known<HeldLocks>;
  /** The chosen lock; undefined when none is chosen. */
  readonly lock: Known<InspectedLock> | undefined;
  readonly mayFree: boolean;
  /** What a change that was asked for has done; undefined when there was none. */
  readonly notice: Notice | undefined;
  /** Epoch ms. */
  readonly now: number;
}

/** What became of a change. */
export interface Notice {
  readonly isRefusal: boolean;
  readonly text: string;
}

/** The parts that change while the page is open. */
export interface Parts {
  readonly state: Html | null;
  readonly locks: Html | null;
  readonly details: Html | null;
  /** Replaced only while nobody types in it. */
  readonly free: Html | null;
}

export function partsOf(view: View): Parts {
  const { base, wish, prefix, held, lock, now } = view;
  const { error, value, askedAt } = held;
  return {
    state: error === undefined ? null : <Outage error={error} at={value && asEpochMs(askedAt)} />,
    locks: value === undefined ? null : <LockTable base={base} held={value} wish={wish} prefix={prefix} now={now} />,
    details: lock === undefined ? null : detailsOf(lock, now),
    free: freeFormOf(view),
  };
}

/** Says that Redis fails. The text stays the same until Redis answers, so that it is read aloud once. */
function Outage({ error, at }: { readonly error: unknown; readonly at: number | undefined }): Html {
  const answered = at === undefined ? undefined : new Date(at).toISOString().slice(0, 19);
  return (
    <p class="alert">
      {reasonOf(error)}{" "}
      {answered === undefined ? (
        "Nothing is known yet."
      ) : (
        <>
          What you see is as it was at <time datetime={`${answered}Z`}>{answered.slice(11)} UTC</time>.
        </>
      )}{" "}
      The page tries again by itself.
    </p>
  );
}

/** Returns the form that frees the lock; null when there is nothing to free. */
function freeFormOf({ base, lock, wish, mayFree }: View): Html | null {
  if (lock?.value === undefined || lock.value.kind === "free") return null;
  return <FreeForm base={base} lock={lock.value} wish={wish} isAllowed={mayFree} />;
}

function detailsOf({ value, error }: Known<InspectedLock>, now: number): Html {
  if (value === undefined) return <p class="alert">{reasonOf(error)}</p>;
  return <LockDetails lock={value} now={now} />;
}

export function Page(view: View): Html {
  const { base, wish, notice } = view;
  const { state, locks, details, free } = partsOf(view);
  return (
    <Layout
      base={base}
      title={wish.lock === undefined ? "Locks – leasehound" : `${printable(wish.lock)} – leasehound`}
      hasScript
    >
      <a class="skip" href="#locks">
        To the locks
      </a>
      <header>
        <h1>Locks</h1>
        <form method="post" action={`${base}sign-out`}>
          <button type="submit">Sign out</button>
        </form>
      </header>
      <main>
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
            <div id="lanes"></div>
          </section>
        )}
        <section aria-labelledby="locks-title">
          <h2 id="locks-title">Held now</h2>
          <search>
            <form method="get" action={base}>
              <label for="filter">Name, label or owner</label>
              <input id="filter" name="filter" type="search" value={wish.filter} autocomplete="off" />
              {wish.order === "age" ? null : <input type="hidden" name="sort" value={wish.order} />}
              {wish.lock === undefined ? null : <input type="hidden" name="lock" value={wish.lock} />}
              <button type="submit">Filter</button>
            </form>
          </search>
          <div id="locks">{locks}</div>
        </section>
        <div id="plots"></div>
      </main>
    </Layout>
  );
}
