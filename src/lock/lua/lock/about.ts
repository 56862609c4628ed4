// The label and the time of a grant, which an owner state has for inspections. No script decides anything by them.
import { epochNowMs } from "../../../base/clock.ts";
import type { About, HolderReply } from "../../protocol.ts";
import type { ReplyReader } from "../reply.ts";

/** Returns what the owner state ends with: see hold-state.lua. */
export function aboutText(label: string | undefined): string {
  return label === undefined ? "" : `\n${epochNowMs()} ${label}`;
}

/** Reads what an owner state says of the grant. */
export function aboutOf(ownerState: string): About {
  const [, since, label = ""] = /^[^\n]*\n(\d{1,15}) ([\s\S]*)$/.exec(ownerState) ?? [];
  return { label, since: since === undefined ? undefined : Number(since) };
}

/** Returns the holder that a busy reply tells from this slot on, if it tells one. */
export function holderIn(read: ReplyReader, place: number): HolderReply | undefined {
  return read.length <= place ? undefined : { field: read.text(place), ...aboutOf(read.text(place + 1)) };
}
