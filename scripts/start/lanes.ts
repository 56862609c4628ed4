// Draws waits and holds, one line for each contender, so that an overlap would be visible.

export interface Lane {
  readonly name: string;
  /** The time when its first attempt was answered, ms on the clock of the log. */
  readonly askedAtMs: number;
  readonly grantedAtMs?: number;
  readonly renewedAtMs: readonly number[];
  readonly ended?: { readonly atMs: number; readonly how: "released" | "expired" };
}

const MARKS = { waits: "·", holds: "━", renewal: "╋", released: "┫", expired: "╳" };
// With the indent, the name and the facts behind it, a line fits in a terminal of 80 columns: a longer one would wrap.
const WIDEST = 52;

export const LEGEND = `${MARKS.waits} waits  ${MARKS.holds} holds  ${MARKS.renewal} renews  ${MARKS.released} releases  ${MARKS.expired} the lease runs out`;

/** Returns a line for each lane, from `startMs` to `nowMs`. */
export function drawLanes(lanes: readonly Lane[], startMs: number, nowMs: number): string[] {
  const stepMs = Math.max(100, Math.ceil((nowMs - startMs) / WIDEST / 50) * 50);
  const column = (atMs: number): number => Math.max(0, Math.floor((atMs - startMs) / stepMs));
  return lanes.map((lane) => {
    const end = lane.ended?.atMs ?? nowMs;
    const cells: string[] = [];
    for (let at = column(lane.askedAtMs); at <= column(end); at += 1) {
      const isHeld = lane.grantedAtMs !== undefined && at >= column(lane.grantedAtMs);
      cells[at] = isHeld ? MARKS.holds : MARKS.waits;
    }
    for (const atMs of lane.renewedAtMs) cells[column(atMs)] = MARKS.renewal;
    if (lane.ended !== undefined) cells[column(end)] = MARKS[lane.ended.how];
    return `${lane.name}  ${Array.from(cells, (cell) => cell ?? " ").join("")}${factsOf(lane)}`;
  });
}

function factsOf({ grantedAtMs, renewedAtMs, ended }: Lane): string {
  if (grantedAtMs === undefined || ended === undefined) return "";
  const renewals = renewedAtMs.length === 0 ? "" : `, ${renewedAtMs.length} renewals`;
  return `  ${((ended.atMs - grantedAtMs) / 1_000).toFixed(1)} s${renewals}`;
}
