// The words of pages and records: lives of the lock, ends of holds, and thefts, which are both.

/**
 * The page's word for a life of the lock: "h<n>", the hold that started it; "", its owner's default hold; "!<n>", none,
 * because hold n stole the lock from the owner; "!r", none, because a request ended all holds of the owner.
 */
export type Epoch = "" | "h0" | "h1" | "h2" | "!0" | "!1" | "!2" | "!r";
export const EPOCHS: readonly Epoch[] = ["", "h0", "h1", "h2", "!0", "!1", "!2", "!r"];
const THEFTS: readonly Epoch[] = ["!0", "!1", "!2"];

type Stolen = "stolen:0" | "stolen:1" | "stolen:2";
export const STOLEN: readonly End[] = ["stolen:0", "stolen:1", "stolen:2"];
export type End =
  | ""
  | "released"
  | "released-elsewhere"
  | `still:${number}`
  | "free"
  | "taken"
  | "refused"
  | "lost"
  | Stolen;

export function epochOfHold(hold: number): Epoch {
  return EPOCHS[hold + 1] ?? "";
}

/** Returns the page's word after a theft by this hold. */
export function epochOfTheft(hold: number): Epoch {
  return THEFTS[hold] ?? "";
}

/** Returns the end of the holds from which this hold stole the lock. */
export function endByTheft(hold: number): End {
  return STOLEN[hold] ?? "";
}

/** Returns the end of all holds that the theft of this page, or a request, ended; undefined without either. */
export function endIn(epoch: Epoch): End | undefined {
  if (epoch === "!r") return "released-elsewhere";
  return STOLEN[THEFTS.indexOf(epoch)];
}
