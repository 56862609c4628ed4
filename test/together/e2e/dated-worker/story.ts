// The report of the Worker of any compatibility date on a hand-off.

/** Codes and messages of failed steps, instead of their values. */
export type Told = { readonly code: string; readonly message: string };

export interface Story {
  readonly handOff: "kept" | Told;
  readonly status: string | Told;
  /** Whether the hold is still valid at the end. */
  readonly held: boolean | Told;
}
