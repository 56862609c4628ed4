// An independent implementation of the scripts of the plain semaphore and of the latch: a number, and a record per
// request.

export type Request =
  | { readonly op: "acquire"; readonly id: string; readonly permits: number; readonly last: boolean }
  | { readonly op: "cancel"; readonly id: string }
  | { readonly op: "add"; readonly id: string; readonly permits: number }
  | { readonly op: "drain"; readonly id: string }
  | { readonly op: "set"; readonly id: string; readonly number: number; readonly timed: boolean }
  | { readonly op: "count-down"; readonly id: string }
  | { readonly op: "delete"; readonly id: string };

/** Actions of other clients, and events without a client. */
export type Other =
  | { readonly op: "java-takes"; readonly permits: number }
  | { readonly op: "java-gives"; readonly permits: number }
  | { readonly op: "java-drains" }
  | { readonly op: "java-counts-down" }
  /** Its TTL passes, or another client deletes it. */
  | { readonly op: "key-goes" }
  /** All records expire. */
  | { readonly op: "hour-passes" };

export type Event = Request | Other;

export interface World {
  readonly kind: "semaphore" | "latch";
  number: number | undefined;
  timed: boolean;
  /** By request. */
  readonly remembered: Map<string, Memory>;
  readonly told: string[];
}

/** `text`: as Redis has it. */
type Memory = { readonly text: string; readonly answer: string };

export function newWorld(kind: World["kind"]): World {
  return { kind, number: undefined, timed: false, remembered: new Map(), told: [] };
}

/** Applies the event, and returns the reply of the script. */
export function happen(world: World, event: Event): string {
  switch (event.op) {
    case "acquire":
      return acquire(world, event);
    case "cancel":
      return cancel(world, event.id);
    case "java-takes":
      if ((world.number ?? 0) < event.permits) return "0";
      world.number = (world.number ?? 0) - event.permits;
      return "1";
    case "java-gives":
      world.number = (world.number ?? 0) + event.permits;
      world.told.push(String(world.number));
      return "";
    case "java-drains":
      if (world.number !== undefined) Object.assign(world, { number: 0, timed: false });
      return "";
    case "java-counts-down":
      countDown(world);
      return "";
    case "key-goes":
      vanish(world);
      return "";
    case "hour-passes":
      world.remembered.clear();
      return "";
    default:
      return once(world, event);
  }
}

/** The first run decides. */
function once(world: World, request: Exclude<Request, { op: "acquire" | "cancel" }>): string {
  const before = world.remembered.get(request.id);
  if (before !== undefined) return before.answer;
  const answer = String(effect(world, request));
  world.remembered.set(request.id, { text: answer, answer });
  return answer;
}

function effect(world: World, request: Exclude<Request, { op: "acquire" | "cancel" }>): number {
  switch (request.op) {
    case "add":
      return give(world, request.permits);
    case "drain": {
      const all = world.number ?? 0;
      if (world.number !== undefined) world.number = 0;
      return all;
    }
    case "set":
      if (world.number !== undefined) return 0;
      Object.assign(world, { number: request.number, timed: request.timed });
      world.told.push(world.kind === "latch" ? "1" : String(request.number));
      return 1;
    case "count-down":
      return countDown(world);
    case "delete":
      if (world.number === undefined) return 0;
      vanish(world);
      world.told.push("1", "0");
      return 1;
  }
}

function acquire(world: World, { id, permits, last }: Request & { op: "acquire" }): string {
  const before = world.remembered.get(id);
  if (before?.text.startsWith("+")) return `held ${world.number ?? 0}`;
  if (before !== undefined) return before.answer;
  if (world.number === undefined) return end(world, id, "unset");
  if (world.number >= permits) {
    world.number -= permits;
    world.remembered.set(id, { text: `+${permits}`, answer: "" });
    return `held ${world.number}`;
  }
  if (last) end(world, id, "refused");
  return `busy ${world.number}`;
}

function cancel(world: World, id: string): string {
  const before = world.remembered.get(id);
  if (before === undefined) return end(world, id, "free");
  if (!before.text.startsWith("+")) return before.answer;
  if (world.number !== undefined) give(world, Number(before.text));
  return end(world, id, "released");
}

function end(world: World, id: string, how: string): string {
  world.remembered.set(id, { text: `-${how}`, answer: how });
  return how;
}

function give(world: World, permits: number): number {
  world.number = (world.number ?? 0) + permits;
  if (world.number >= 0) world.told.push(String(world.number));
  return world.number;
}

function countDown(world: World): number {
  const left = (world.number ?? 0) - 1;
  if (left > 0) {
    world.number = left;
    return left;
  }
  vanish(world);
  if (left === 0) world.told.push("0");
  return 0;
}

function vanish(world: World): void {
  world.number = undefined;
  world.timed = false;
}

/** Returns the whole state; `ids`: of every request so far. */
export function pictured({ number, timed, remembered }: World, ids: readonly string[]): string {
  const kept = ids.map((id) => remembered.get(id)?.text ?? "");
  return [number ?? "none", timed ? "timed" : "", ...kept].join(" | ");
}
