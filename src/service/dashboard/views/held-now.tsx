// The section with the held locks, and the form that replaces it for a viewer who may not list them.
import { allows } from "../../access/tokens.ts";
import type { Capability } from "../../api/contract/vocabulary.ts";
import type { Wish } from "../rows.ts";
import { type Html, h } from "./html.ts";

interface HeldNowProps {
  readonly base: string;
  readonly wish: Wish;
  readonly locks: Html | null;
}

/** The table, and its filter. */
export function HeldNow({ base, wish, locks }: HeldNowProps): Html {
  return (
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
  );
}

interface UnlistedProps {
  readonly base: string;
  readonly viewer: Capability;
}

/** A form that opens a lock by its name, for a viewer who may not list locks. */
export function Unlisted({ base, viewer }: UnlistedProps): Html {
  return (
    <section aria-labelledby="locks-title">
      <h2 id="locks-title">Held now</h2>
      <p class="hint">Your token may not list the locks that are held: it lacks "list".</p>
      {allows(viewer, "inspect") ? (
        <search>
          <form method="get" action={base}>
            <label for="lock">Name of a lock</label>
            <input id="lock" name="lock" type="search" required autocomplete="off" />
            <button type="submit">Show it</button>
          </form>
        </search>
      ) : null}
    </section>
  );
}
