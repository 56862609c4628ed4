// The permitted imports between folders, and of outside packages.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, it } from "vitest";

// A folder of src/, or a file at its top. Any other import is forbidden.
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map(
  `
clock:
call-context:
error-base:
acquire-errors: error-base
hold-errors: error-base
redis-errors: error-base
errors: error-base acquire-errors hold-errors redis-errors
events: errors
keys: errors
validate: errors
bytes:
printing:
invocation:
protocol: clock errors
wait: clock errors events invocation keys protocol
retry: clock errors protocol wait
watchdog: clock errors
options: errors invocation keys validate wait
background: options
http: errors options protocol validate wait
lua: clock errors keys protocol
hold: background bytes call-context clock errors events invocation keys lua options printing protocol retry validate wait watchdog
redis: bytes clock errors hold http keys lua options protocol validate wait
client-options: errors events hold keys options redis validate watchdog
client: client-options errors hold printing redis validate
locks: background bytes client clock errors hold keys lua options printing protocol retry validate wait watchdog
fence: client errors hold keys lua printing validate
all-capabilities: client-options hold redis validate watchdog
create-locks: all-capabilities client client-options errors fence hold locks printing
index: client client-options create-locks errors events fence hold locks options protocol redis wait watchdog
durable-object: client-options clock errors events hold keys locks lua options printing protocol redis validate wait watchdog
route: background bytes client client-options clock errors hold locks options redis validate wait
contract: errors events hold locks validate watchdog
access: background bytes client clock contract errors hold keys lua protocol route validate wait
api: access background bytes clock contract errors hold keys locks lua options protocol route validate wait watchdog
hono: hold route
web: errors hold options redis route validate
dashboard: access api bytes clock contract error-base errors hold locks validate
otel: clock events validate
remote: access bytes clock contract errors events hold http keys locks options printing protocol retry validate wait watchdog
vercel: remote route web
web-locks: background call-context client clock errors events hold invocation keys lua options printing protocol redis retry validate wait watchdog
worker: access api client contract dashboard durable-object hold locks redis watchdog
gateway: clock
cli: client-options clock contract errors gateway http index keys locks redis remote ../scripts
`
    .trim()
    .split("\n")
    .map((row) => {
      const [unit = "", imports = ""] = row.split(":");
      return [unit, imports.trim().split(" ")];
    }),
);

const OUTSIDE: Record<string, readonly string[]> = {
  "durable-object": ["cloudflare:workers"],
  contract: ["valibot"],
  access: ["hono", "jose"],
  api: ["hono"],
  dashboard: ["hono", "uplot"],
  route: ["hono"],
  hono: ["hono"],
  otel: ["@opentelemetry/api"],
  worker: ["hono"],
  gateway: ["@redis/client"],
  cli: ["@bomb.sh/tab", "commander"],
};

/** These run in Node, and nowhere else. */
const IN_NODE = ["gateway", "cli"];

const MAX_LINES = 500;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));

/** Returns the folder or file at the top of src/, "../scripts", or "contract": what a client needs of the API. */
function unit(path: string): string {
  if (path.startsWith("api/contract/")) return "contract";
  if (path.startsWith("../scripts/")) return "../scripts";
  return (path.split("/")[0] ?? path).replace(/\.tsx?$/, "");
}

function importsOf(path: string): string[] {
  const source = readFileSync(join("src", path), "utf8");
  return [...source.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"/gm)].map(
    ([, from, bare]) => from ?? bare ?? "",
  );
}

it("imports point one way", () => {
  const wrong: string[] = [];
  for (const path of files) {
    for (const target of importsOf(path)) {
      if (!target.startsWith(".")) {
        if (IN_NODE.includes(unit(path)) && target.startsWith("node:")) continue;
        const allowed = (OUTSIDE[unit(path)] ?? []).some((name) => target === name || target.startsWith(`${name}/`));
        if (!allowed) wrong.push(`${path} -> ${target}`);
        continue;
      }
      const to = unit(relative("src", normalize(join("src", dirname(path), target))));
      if (to !== unit(path) && MAY_IMPORT.get(unit(path))?.includes(to) !== true) wrong.push(`${path} -> ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** Returns files that import themselves through others, even for a type alone. */
function circles(): string[] {
  const scripts = readdirSync("scripts", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]s$/.test(path) && !path.includes("node_modules"))
    .map((path) => `../scripts/${path}`);
  const graph = new Map([...files, ...scripts].map((path) => [path, filesImportedBy(path)]));
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of graph.get(from) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      reachable(to, seen);
    }
    return seen;
  };
  return [...graph.keys()].filter((path) => reachable(path).has(path));
}

it("the command shares with scripts only how a redis-server is fetched", () => {
  const users = files.filter((path) => importsOf(path).some((target) => target.includes("../scripts/")));
  expect(users.sort()).toEqual(["cli/dev/find-server.ts"]);
});

function filesImportedBy(path: string): string[] {
  return importsOf(path)
    .filter((target) => target.startsWith("."))
    .map((target) => relative("src", normalize(join("src", dirname(path), target))));
}

it("no file imports itself through others, not even for a type", () => {
  expect(circles()).toEqual([]);
});

it("no file imports @upstash/redis, not even a type: it is an optional peer, and a client is known by its shape", () => {
  const users = files.filter((path) => importsOf(path).some((target) => target.startsWith("@upstash/")));
  expect(users).toEqual([]);
});

it("files stay short, and none is called utils, common, helpers, core or types", () => {
  for (const path of files.filter((file) => !/(?:generated|assets)\.ts$/.test(file))) {
    expect(readFileSync(join("src", path), "utf8").split("\n").length, path).toBeLessThanOrEqual(MAX_LINES);
    expect(path).not.toMatch(/(^|\/)(utils?|common|helpers?|core|types)(\.tsx?|\/)/);
  }
});

it("every folder of src has a rule here", () => {
  expect([...new Set(files.map(unit))].sort()).toEqual([...MAY_IMPORT.keys()].sort());
});

it("one file reads the clocks: time has passed when either of them says so", () => {
  const users = files.filter((path) =>
    /\b(?:Date\.now|performance\.now)\b/.test(readFileSync(join("src", path), "utf8")),
  );
  // The dashboard's bundled script has its own copy of that file.
  expect(users.sort()).toEqual(["clock.ts", "dashboard/assets.ts"]);
});

it("the wall clock alone decides only alarms, and what other machines read", () => {
  const users = files.filter((path) => /\bepochNowMs\b/.test(readFileSync(join("src", path), "utf8")));
  const others = users.filter((path) => !path.startsWith("durable-object/"));
  // A platform's deadline is a time of the wall clock, and so is the expiry of a text that other machines read.
  expect(others.sort()).toEqual([
    "access/access.ts",
    // A rate limiter says when its period ends by the wall clock.
    "access/rates.ts",
    // Texts and tokens expire by the wall clock.
    "access/signed-hold.ts",
    "access/tokens.ts",
    "api/routes/tokens.ts",
    // For display, and for a difference between clocks.
    "cli/commands/ls.ts",
    "cli/commands/show.ts",
    "cli/doctor/database.ts",
    "cli/doctor/lock-api.ts",
    "cli/run-hold.ts",
    // The age of a message between two processes: a message that wrongly seems old ends the command early.
    "cli/run/guard.ts",
    "cli/run/guarded-command.ts",
    "clock.ts",
    // Sessions expire by the wall clock.
    "dashboard/session.ts",
    // Times in a log, and the start of a token that no one compares.
    "gateway/execute.ts",
    "gateway/rest.ts",
    "gateway/witness.ts",
    "lua/lock/about.ts",
    "route/platform-context.ts",
  ]);
});

it("Math.random only spreads pauses", () => {
  const users = files.filter((path) => readFileSync(join("src", path), "utf8").includes("Math.random"));
  expect(users.sort()).toEqual([
    "hold/acquire.ts",
    "retry.ts",
    "wait/polling.ts",
    "wait/retry-schedule.ts",
    "wait/wake-strategy.ts",
  ]);
});
