// The form that frees a lock. It lists the holders, and asks for the name.
import { printable } from "../../../base/errors.ts";
import type { InspectedLock } from "../../../lock/hold/lock-inspection.ts";
import { ownersIn } from "../../../lock/kinds/freeing.ts";
import { queryOf, type Wish } from "../rows.ts";
import { Holder } from "./holder.tsx";
import { type Html, h } from "./html.ts";

interface FreeFormProps {
  readonly base: string;
  readonly lock: InspectedLock;
  readonly wish: Wish;
  /** Whether anybody may free locks here. */
  readonly isOn: boolean;
  /** Whether the viewer uses it already. */
  readonly isOpen: boolean;
}

export function FreeForm({ base, lock, wish, isOn, isOpen }: FreeFormProps): Html {
  if (!isOn) return <p class="hint">Nobody can free locks here: ALLOW_FORCE_RELEASE of the Worker is not "on".</p>;
  const { name, holders, holderCount } = lock;
  const others = holderCount - holders.length;
  return (
    <details open={isOpen}>
      <summary>Free this lock…</summary>
      <form method="post" action={`${base}free${queryOf(wish)}`}>
        <p>This takes the lock from:</p>
        <ul>
          {holders.map((holder) => (
            <li>
              <Holder {...holder} />
            </li>
          ))}
          {others > 0 ? <li>{others} more</li> : null}
        </ul>
        <p>The holder is not stopped. It may continue until it notices the loss: at its next renewal, if it renews.</p>
        <label for="typed">
          Type the name of the lock: <bdi class="owner">{printable(name)}</bdi>
        </label>
        <input id="typed" name="typed" required autocomplete="off" autocapitalize="off" spellcheck="false" />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="owners" value={ownersIn(lock)} />
        <button type="submit" class="danger">
          Free the lock
        </button>
      </form>
    </details>
  );
}
