// Where the keys stand among the words of a command.

/** The places of keys. The name of the command is word 0. */
export type KeyPlaces =
  /** Each `step`-th word from `first` to `last`; -1: to the end. */
  | { readonly first: number; readonly last: number; readonly step: number }
  /** As many words as the word `countAt` says, behind it. */
  | { readonly countAt: number };

const WITHOUT_KEYS = new Set("CONFIG ECHO INFO PING PSUBSCRIBE PUBLISH PUBSUB SCRIPT SUBSCRIBE TIME".split(" "));
const OF_THE_DATABASE = new Set("DBSIZE FLUSHALL FLUSHDB KEYS RANDOMKEY SCAN".split(" "));

/** Those whose first argument is not the only key. */
const PLACES: Readonly<Record<string, KeyPlaces>> = {
  DEL: { first: 1, last: -1, step: 1 },
  EVAL: { countAt: 2 },
  EVALSHA: { countAt: 2 },
  EVALSHA_RO: { countAt: 2 },
  EVAL_RO: { countAt: 2 },
  EXISTS: { first: 1, last: -1, step: 1 },
  LMOVE: { first: 1, last: 2, step: 1 },
  MGET: { first: 1, last: -1, step: 1 },
  MSET: { first: 1, last: -1, step: 2 },
  MSETNX: { first: 1, last: -1, step: 2 },
  RENAME: { first: 1, last: 2, step: 1 },
  RENAMENX: { first: 1, last: 2, step: 1 },
  RPOPLPUSH: { first: 1, last: 2, step: 1 },
  SDIFF: { first: 1, last: -1, step: 1 },
  SINTER: { first: 1, last: -1, step: 1 },
  SMOVE: { first: 1, last: 2, step: 1 },
  SUNION: { first: 1, last: -1, step: 1 },
  TOUCH: { first: 1, last: -1, step: 1 },
  UNLINK: { first: 1, last: -1, step: 1 },
  ZDIFF: { countAt: 1 },
};

/** Returns whether a command touches keys, by its name in upper case. */
export function touchesKeys(name: string): boolean {
  return !WITHOUT_KEYS.has(name);
}

/**
 * Returns the places of the keys of a command, by its name in upper case. Undefined: it touches none, or those of the
 * whole database.
 */
export function keyPlaces(name: string): KeyPlaces | undefined {
  if (!touchesKeys(name) || OF_THE_DATABASE.has(name)) return undefined;
  return PLACES[name] ?? { first: 1, last: 1, step: 1 };
}

/** Returns the keys among the words of a command. */
export function keysIn(words: readonly string[]): string[] {
  const places = keyPlaces(words[0]?.toUpperCase() ?? "");
  if (places === undefined) return [];
  if ("countAt" in places) {
    const first = places.countAt + 1;
    return words.slice(first, first + Number(words[places.countAt]));
  }
  const { first, last, step } = places;
  const end = last < 0 ? words.length : last + 1;
  return words.slice(first, end).filter((_, at) => at % step === 0);
}
