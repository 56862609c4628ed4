// Who is signed in.
import { printable } from "../../../base/errors.ts";
import { utc } from "../duration.ts";
import { type Html, h } from "./html.ts";

interface SignedInProps {
  /** The id of the viewer. */
  readonly id: string;
  /** When its session ends, in epoch ms; undefined when something else has authenticated it. */
  readonly until: number | undefined;
}

export function SignedIn({ id, until }: SignedInProps): Html {
  return (
    <p id="viewer" class="hint">
      Signed in as <bdi>{printable(id)}</bdi>
      {until === undefined ? "." : `, until ${utc(until)}.`}
    </p>
  );
}
