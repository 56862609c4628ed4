// Remembers the databases without streams, so that not each wait asks them for a stream.
import { nowMs } from "../clock.ts";
import type { ReleaseChannel } from "./release-channel.ts";

// How long a database without streams of one kind is not asked for them again.
const WITHOUT_STREAMS_MS = 300_000;

/**
 * When a database was found to have no streams, on the local clock, by database and kind of stream. It grows only with
 * the databases of the program.
 */
const withoutStreams = new Map<string, number>();

type KindOfStream = Pick<ReleaseChannel, "perWaiter">;

/** Returns whether the database may have streams of this kind. */
export function mayHaveStreams(kind: KindOfStream, database: string): boolean {
  return nowMs() - (withoutStreams.get(idOf(kind, database)) ?? Number.NEGATIVE_INFINITY) > WITHOUT_STREAMS_MS;
}

/** Records that the database has none. */
export function streamsUnsupported(kind: KindOfStream, database: string): void {
  withoutStreams.set(idOf(kind, database), nowMs());
}

function idOf({ perWaiter }: KindOfStream, database: string): string {
  return `${perWaiter}|${database}`;
}
