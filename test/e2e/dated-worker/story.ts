// What the Worker of any compatibility date tells of a hand-off.

/** Codes and messages instead of values that were not to be had. */
export type Told = { readonly code: string; readonly message: string };

export interface Story {
  readonly handOff: "kept" | Told;
  readonly status: string | Told;
  /** Whether the hold still counts after all that. */
  readonly held: boolean | Told;
}
