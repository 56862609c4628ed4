// A process that acquires on request, keeps the holds alive, reports them, and never releases. Tests of dead holders
// run it.
import { createLocks } from "../../support/bare-locks.ts";
import { type Holdable, ours } from "./parties.ts";

export interface Task {
  readonly nodes: readonly [Node, ...Node[]];
  readonly leaseMs: number;
  readonly take: readonly { readonly kind: Holdable; readonly name: string }[];
}

interface Node {
  readonly url: string;
  readonly token: string;
}

const task: Task = JSON.parse(process.argv[2] ?? "");
const [first, ...others] = task.nodes.map((redis) => createLocks({ redis, leaseMs: task.leaseMs }));
if (first === undefined) throw new Error("no node was given");
for (const { kind, name } of task.take) {
  if (!(await ours([first, ...others], kind, name).take())) throw new Error(`${name} is busy`);
}
console.log("holds all");
