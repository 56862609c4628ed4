// Who is signed in, and the control that ends the session.
import { printable } from "../../errors.ts";
import { utc } from "../duration.ts";
import type { Html } from "./html.ts";

interface SignedInProps {
  readonly base: string;
  /** The id of the viewer. */
  readonly id: string;
  /** When its session ends, in epoch ms; undefined when something else has authenticated it. */
  readonly until: number | undefined;
}

export function SignedIn({ base, id, until }: SignedInProps): Html {
  return (
    <>
      <p id="viewer" class="hint">
        You are <bdi>{printable(id)}</bdi>
        {until === undefined ? "." : `, until ${utc(until)}.`}
      </p>
      {until === undefined ? null : (
        <form method="post" action={`${base}sign-out`}>
          <button type="submit">Sign out</button>
        </form>
      )}
    </>
  );
}
