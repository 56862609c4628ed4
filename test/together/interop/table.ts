// The tests with the real Redisson: each primitive, from each side, in each respect. A cell is its test, or the reason
// why there is none.

import type { Holdable } from "./parties.ts";

export const RESPECTS = ["refused", "woken by message", "expiry", "crash", "renewal", "state"] as const;

export type Respect = (typeof RESPECTS)[number];

/** The holder's side; the other one asks. */
export const SIDES = ["Java", "ours"] as const;

export type Side = (typeof SIDES)[number];

/** A test in live/. */
export interface TestName {
  readonly file: string;
  /** The end of its full name: groups and title, joined by " > ". */
  readonly test: string;
}

export type Cell = TestName | { readonly why: string };

interface Row {
  readonly primitive: string;
  readonly cells: Readonly<Record<Side, Readonly<Record<Respect, Cell>>>>;
}

const POLLS = "Redisson's spin lock neither publishes nor receives a release; both sides poll";
const NO_LEASE_OF_PERMITS = "its permits have no lease that could be renewed";
const NEVER_ENDS = "it has neither lease nor TTL";
const NOBODY_HOLDS = "nobody holds a latch: a dead client leaves the count, and live clients count it down";

const HELD: Readonly<Record<Exclude<Respect, "state">, Readonly<Record<Side, string>>>> = {
  refused: { Java: "Java has it: ours is refused", ours: "ours has it: Java is refused" },
  "woken by message": {
    Java: "Java has it: ours is woken by its message",
    ours: "ours has it: Java is woken by our message",
  },
  expiry: {
    Java: "Java has it: ours gets it at the end of its lease",
    ours: "ours has it: Java gets it at the end of its lease",
  },
  crash: { Java: "Java has it and is killed: ours gets it", ours: "ours has it and is killed: Java gets it" },
  renewal: {
    Java: "Java has it and renews it: ours is kept out",
    ours: "ours has it and renews it: Java is kept out",
  },
};

function heldRow(primitive: string, kind: Holdable, state: Readonly<Record<Side, Cell>>): Row {
  const cell = (respect: keyof typeof HELD, side: Side): Cell => {
    if (kind === "spin" && respect === "woken by message") return { why: POLLS };
    return { file: "every-kind", test: `${kind} > ${HELD[respect][side]}` };
  };
  const cells = (side: Side): Record<Respect, Cell> => ({
    refused: cell("refused", side),
    "woken by message": cell("woken by message", side),
    expiry: cell("expiry", side),
    crash: cell("crash", side),
    renewal: cell("renewal", side),
    state: state[side],
  });
  return { primitive, cells: { Java: cells("Java"), ours: cells("ours") } };
}

/** Compared with the recorded behaviour of Redisson. */
function written(title: string): Record<Side, Cell> {
  const cell: Cell = { file: "transcripts", test: title };
  return { Java: cell, ours: cell };
}

/** The same with one service of each side: Java's or ours starts. */
function mixed(title: string): Record<Side, Cell> {
  return {
    Java: { file: "mixed", test: `ours as B > ${title}` },
    ours: { file: "mixed", test: `ours as A > ${title}` },
  };
}

function counter(test: string): Cell {
  return { file: "counters", test };
}

function jointState(kind: "multi" | "red"): Record<Side, Cell> {
  return {
    Java: {
      file: "joint",
      test: `${kind} > Java has it: each member is a plain lock that Java holds, and of its parts nothing is left`,
    },
    ours: {
      file: "joint",
      test: `${kind} > ours has it: each member is a plain lock that ours holds, and of its parts nothing is left`,
    },
  };
}

const SEMAPHORE: Row = {
  primitive: "semaphore",
  cells: {
    Java: {
      refused: counter("semaphore > Java has the permits: ours is refused"),
      "woken by message": counter("semaphore > Java gives some back: ours is woken by its message"),
      expiry: counter("semaphore > set by Java with a TTL: after it, there is none for ours"),
      crash: counter("semaphore > Java has a permit and is killed: it is lost, until ours gives one"),
      renewal: { why: NO_LEASE_OF_PERMITS },
      state: mixed("semaphore: set once, taken, given back").Java,
    },
    ours: {
      refused: counter("semaphore > ours has the permits: Java is refused"),
      "woken by message": counter("semaphore > ours gives some back: Java is woken by our message"),
      expiry: counter("semaphore > set by ours with a TTL: after it, there is none for Java"),
      crash: counter("semaphore > ours has a permit and is killed: it is lost, until Java gives one"),
      renewal: { why: NO_LEASE_OF_PERMITS },
      state: mixed("semaphore: set once, taken, given back").ours,
    },
  },
};

const LATCH: Row = {
  primitive: "count-down latch",
  cells: {
    Java: {
      refused: counter("countDownLatch > closed by Java: ours waits in vain"),
      "woken by message": counter("countDownLatch > counted down by Java: ours is woken by its message"),
      expiry: { why: NEVER_ENDS },
      crash: { why: NOBODY_HOLDS },
      renewal: { why: NEVER_ENDS },
      state: mixed("countDownLatch: counted down").Java,
    },
    ours: {
      refused: counter("countDownLatch > closed by ours: Java waits in vain"),
      "woken by message": counter("countDownLatch > counted down by ours: Java is woken by our message"),
      expiry: { why: NEVER_ENDS },
      crash: { why: NOBODY_HOLDS },
      renewal: { why: NEVER_ENDS },
      state: mixed("countDownLatch: counted down").ours,
    },
  },
};

export const ROWS: readonly Row[] = [
  heldRow("plain lock", "lock", written("one hold")),
  heldRow("spin lock", "spin", written("spin: one hold")),
  heldRow("fair lock", "fair", written("fair: one hold")),
  heldRow("non-reentrant lock", "nonReentrant", written("nonReentrant: one hold")),
  heldRow("non-reentrant fair lock", "nonReentrantFair", written("nonReentrantFair: one hold")),
  heldRow("fenced lock", "fenced", written("fenced: one hold")),
  heldRow("read/write lock", "write", mixed("write: one hold")),
  SEMAPHORE,
  heldRow("permit-expirable semaphore", "permitExpirableSemaphore", written("permitExpirableSemaphore: renewed")),
  LATCH,
  heldRow("multi lock", "multi", jointState("multi")),
  heldRow("red lock", "red", jointState("red")),
];

export const REASONS: readonly string[] = [
  ...new Set(ROWS.flatMap(({ cells }) => SIDES.flatMap((side) => Object.values(cells[side]).flatMap(whyOf)))),
];

function whyOf(cell: Cell): string[] {
  return "why" in cell ? [cell.why] : [];
}

/** @param mark returns the mark of a cell that has a test */
export function table(mark: (test: TestName) => string): string {
  const said = (cell: Cell): string => {
    return "why" in cell ? `– (${letter(REASONS.indexOf(cell.why))})` : mark(cell);
  };
  const lines = ROWS.flatMap(({ primitive, cells }) =>
    SIDES.map((side) => {
      const columns = RESPECTS.map((respect) => said(cells[side][respect]));
      return `| ${[primitive, side, ...columns].join(" | ")} |`;
    }),
  );
  const head = [`| | held by | ${RESPECTS.join(" | ")} |`, `| --- | --- |${" --- |".repeat(RESPECTS.length)}`];
  const reasons = REASONS.map((why, nth) => `- (${letter(nth)}) ${why}`);
  return [...head, ...lines, "", ...reasons].join("\n");
}

function letter(nth: number): string {
  return String.fromCharCode("a".charCodeAt(0) + nth);
}
