// The files of src/ and their imports: which room each file is in, and what other rooms import from it. Run by itself,
// it prints a line for each room.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** An import, or an export from another file. */
interface Import {
  /** A path in src/, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  /** The imported names. Of a namespace, its members that the file uses. */
  readonly names: readonly string[];
}

export const files: readonly string[] = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) =>
  /\.tsx?$/.test(path),
);

/**
 * Returns a room: a folder or a file of a house, "index", "../scripts", or "contract", which is what a client needs of
 * the API.
 */
export function roomOf(path: string): string {
  if (path.startsWith("service/api/contract/")) return "contract";
  if (path.startsWith("../scripts/")) return "../scripts";
  const [top = "", inHouse = top] = path.split("/");
  return inHouse.replace(/\.tsx?$/, "");
}

/** Returns the folder of src/ that a file is in; "index" for the file at its top. */
export function houseOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : "index";
}

export function importsOf(path: string): Import[] {
  const source = readFileSync(join("src", path), "utf8");
  const statements = source.matchAll(/^(?:import|export)\b([^;]*?)from "([^"]+)"|^import "([^"]+)"/gm);
  return [...statements].map(([, what = "", from, bare]) => {
    const written = from ?? bare ?? "";
    const isPackage = !written.startsWith(".");
    const target = isPackage ? written : relative("src", normalize(join("src", dirname(path), written)));
    return { target, isPackage, names: namesIn(what, source) };
  });
}

function namesIn(what: string, source: string): string[] {
  const [, namespace] = /\* as (\w+)/.exec(what) ?? [];
  if (namespace !== undefined) {
    const uses = source.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"));
    return [...new Set([...uses].map(([, name = ""]) => name))];
  }
  const list = /\{([\s\S]*)\}/.exec(what)?.[1] ?? "";
  return list
    .split(",")
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*$/, ""),
    )
    .filter((name) => name !== "");
}

/** Returns, for each room, the files that other rooms import, each with the names that they import. */
export function doors(): Map<string, Map<string, Set<string>>> {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const path of files) {
    for (const { target, isPackage, names } of importsOf(path)) {
      const room = roomOf(target);
      if (isPackage || room === roomOf(path)) continue;
      const ofRoom = found.get(room) ?? new Map<string, Set<string>>();
      found.set(room, ofRoom.set(target, new Set([...(ofRoom.get(target) ?? []), ...names])));
    }
  }
  return found;
}

/** Returns how many names other rooms import from these doors. */
export function namesThrough(ofRoom: ReadonlyMap<string, ReadonlySet<string>>): number {
  return [...ofRoom.values()].reduce((sum, names) => sum + names.size, 0);
}

if (process.argv[1]?.endsWith("tree-of-src.ts") === true) {
  const rooms = [...doors()].sort(([, a], [, b]) => namesThrough(b) - namesThrough(a));
  let all = 0;
  for (const [room, ofRoom] of rooms) {
    all += namesThrough(ofRoom);
    console.log(`${room}: ${ofRoom.size} doors, ${namesThrough(ofRoom)} names`);
    if (process.argv.includes("--names"))
      for (const [door, names] of ofRoom) console.log(`  ${door}: ${[...names].join(" ")}`);
  }
  console.log(`${all} names in all, ${files.length} files`);
}
