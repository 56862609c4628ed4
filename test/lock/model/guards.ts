// The guards that docs/audit/replay-safety.md adds to the scripts or to their client. The model can run without any of
// them, to show that each is necessary.

export const GUARDS = {
  "reads-end": "acquire answers the remembered end of its own hold",
  "writes-end": "an end is remembered",
  "hold-record": "a grant to a passed owner leaves a record of the hold",
  "default-grant": "a grant to a default owner is written on its page",
  epoch: "a hold counts only in the life of the lock it was granted in",
  "reentry-page": "a re-entry makes the page live as long as the hold may",
  "cancel-proves": "a cancel ends only a hold that was provably granted",
  "renew-asks-hold": "a renewal asks for the hold, not only for its owner's field",
  "reentry-keeps": "a re-entry shortens no lease",
  "rest-keeps": "a release that leaves holds behind shortens no lease",
  "valid-from-sending": "a reply is believed from before its request was sent",
  "grant-of-its-try": "a grant is believed from the try that its reply names",
  "busy-of-this-try": "a refusal of an earlier try refuses no later one",
  "yes-of-this-try": "a yes to an earlier renewal or check is none to a later one",
  "last-refused": "the refusal of the last try is remembered",
  "quick-asks-page": "a new owner is refused quickly only without a page",
  "quick-asks-lock": "a new owner is refused quickly only if the lock exists, not if its page does",
  "quick-new-owner": "a passed owner is not refused quickly",
  "quick-last": "a quick last refusal is written only if there is no page",
  "renew-lost": "a renewal that finds the hold gone remembers that",
  "check-lost": "a check that finds the hold gone remembers that",
  "field-is-hold": "a repeated acquire of a counted hold counts nothing",
  "no-second-grant": "a hold whose field is gone takes nothing again",
  "release-asks-field": "a release looks at its owner's field",
  "force-latch": "a forced release remembers that it ran",
  "page-life": "writing a page never shortens its life",
  "page-renewed": "renewing a hold of a passed owner prolongs the page",
  "rest-page": "a release that leaves holds behind makes the page outlive the lock",
  "record-renewed": "renewing a hold of a passed owner prolongs its record",
  "record-told": "a record outlives the lease that its client is told of",
  "asks-record": "a renewal or check goes by the record, not by what the client was told",
  "release-again": "a repeated release needs the record",
  "first-release": "a first release does without the record",
  "next-page": "a pass grants nothing to a hold that Redis remembers",
  "next-cancels": "a waiter that accepted an offer leaves only with a cancel, or after its own last try",
  "next-from-sending": "a passed lock is believed from before the pass was sent",
  "pass-tells": "a pass that grants nothing publishes the message of the freed lock",
  "pass-is-silent": "a pass that grants the lock publishes no message",
  "theft-keeps-end": "a theft keeps an end that was told before",
} as const;

export type Guard = keyof typeof GUARDS;

/** The disabled guards. */
export type Without = ReadonlySet<Guard>;

export const NOTHING: Without = new Set();

export function isGuard(text: string): text is Guard {
  return Object.hasOwn(GUARDS, text);
}
