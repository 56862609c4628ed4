// The times of directed worlds.

// Some round trips of 20 ms.
export const AT_ONCE_MS = 150;
/** Options of clients whose polls come too late to hide a lost wake-up. */
export const NO_POLLS: { readonly pollMs: number } = { pollMs: 60_000 };
// A grant that nobody heard ends with it.
export const SHORT_LEASE_MS = 5_000;
