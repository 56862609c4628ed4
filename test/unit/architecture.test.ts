// The permitted imports between folders, and of outside packages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { doors, files, houseOf, importsOf, namesThrough, roomOf } from "../support/tree-of-src.ts";

// A house (a folder of src/): the houses that its rooms may import.
const HOUSES: Readonly<Record<string, readonly string[]>> = {
  base: [],
  lock: ["base"],
  index: ["base", "lock"],
  engine: ["base", "lock"],
  edge: ["base", "lock"],
  service: ["base", "lock", "edge"],
  tools: ["base", "lock", "service", "index", "engine"],
};

// A room (a folder or a file of a house): the rooms that it may import | its doors, the only files that other
// rooms may import (* all) | the most names that they import in all. A file at the top has one door, itself.
const ROOMS: ReadonlyMap<string, Room> = new Map(
  `
bytes:
call-context:
clock:
error-base:
invocation:
printing:
acquire-errors: error-base
gateway: clock commands engine faults keyspace redis transport | gateway | 6
hold-errors: error-base
redis-errors: error-base
timers: clock invocation
errors: acquire-errors error-base hold-errors redis-errors
events: errors
keys: errors
protocol: clock errors
validate: errors
watchdog: clock errors | composite-watchdog durable-object-watchdog watchdog renewal-batches renewal-plan | 27
lua: clock errors keys protocol | * | 106
otel: clock events validate
retry: clock errors protocol timers
token: clock errors validate
wait: clock errors events invocation keys protocol timers token | ends isolate-name mailbox offer polling wait-terms wake-strategy | 24
options: errors invocation keys validate wait
background: options
tcp: clock errors http invocation keys protocol redis timers | ioredis node-redis tcp-port | 3
http: errors options protocol timers validate | http server-sent-events | 11
hold: background call-context clock errors events invocation keys lua options printing protocol retry timers validate wait watchdog | acquire call-events client-context close-registry held held-lock hold-state keep-alive kind lock-inspection pass-on renewals standing-waiter waiting | 67
capabilities: background bytes clock errors hold invocation keys lua options protocol retry timers validate watchdog | by-owner hand-off hold-text inspection shared-renewals steal | 23
redis: bytes clock errors hold http invocation keys lua options protocol timers validate wait | command-sender commands endpoint key-locking pipelining port script-port streams through-client upstash | 24
keeper: clock errors lua protocol redis timers watchdog | alarm kept-lease lease-keeper | 12
client-options: capabilities errors events hold keys options redis validate watchdog
all-capabilities: capabilities client-options redis validate watchdog
client: client-options errors hold printing redis validate
fence: client errors hold keys lua printing token validate | fence sql storage | 11
kinds: background bytes capabilities client clock errors hold keys lua options printing protocol retry timers validate wait watchdog | * | 72
light: background call-context client-options clock errors events hold invocation keys kinds lua options protocol redis retry timers validate wait watchdog
web-locks: background call-context capabilities client clock errors events hold invocation keys lua options printing protocol redis retry timers validate wait watchdog
contract: errors events hold kinds validate watchdog | answers contract limits operation requests rules tokens vocabulary | 73
create-locks: all-capabilities client client-options errors fence hold kinds printing
interpreter: | lua | 9
keyspace: | byte-text keyspace reply sorted-set values | 18
commands: interpreter keyspace | arguments command commands glob server table | 12
scripting: commands interpreter keyspace | scripts sha1 | 3
channels: commands
engine: channels clock commands keyspace scripting
transport: engine errors keys keyspace protocol redis
faults: | check-rules effect exchange faults fields kinds misdirected-replies rules | 23
port-contract: clock lua protocol redis retry scripting validate
testing: client-options clock create-locks engine errors faults hold http keeper keys kinds light protocol redis timers transport validate watchdog
durable-object: capabilities client-options clock errors events hold keeper keys kinds lua options printing protocol redis timers validate watchdog | index | 1
route: background bytes client client-options clock errors hold kinds options redis timers validate | locked-route locks-by-database platform-context problem | 15
access: background bytes capabilities client clock contract errors hold keys lua protocol route timers validate | access callers rates refusal signed-hold tokens | 56
hono: hold route
index: capabilities client client-options create-locks errors events fence hold kinds options protocol redis wait watchdog
web: errors hold options redis route validate | locks-from-env lock-route platform | 3
api: access background bytes capabilities clock contract errors hold keys kinds lua options protocol route timers validate watchdog | hold-texts index request responses | 8
remote: access bytes capabilities clock contract errors events hold http keys kinds options printing protocol retry timers validate wait watchdog | api-request create-remote-locks problems remote-watchdog | 10
cli: ../scripts client-options clock contract errors gateway http index keys kinds redis remote tcp
dashboard: access api bytes clock contract error-base errors hold kinds validate | dashboard | 2
vercel: remote route web
worker: access api capabilities client contract dashboard durable-object kinds redis watchdog
`
    .trim()
    .split("\n")
    .map((row) => {
      const [name = "", imports = "", doorFiles = "", names = "0"] = row.split(/[:|]/).map((part) => part.trim());
      return [name, { imports: imports.split(" "), doors: doorFiles.split(" "), names: Number(names) }];
    }),
);

interface Room {
  readonly imports: readonly string[];
  readonly doors: readonly string[];
  readonly names: number;
}

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

it("imports point one way", () => {
  const wrong: string[] = [];
  for (const path of files) {
    const room = roomOf(path);
    for (const { target, isPackage } of importsOf(path)) {
      if (isPackage) {
        if (IN_NODE.includes(room) && target.startsWith("node:")) continue;
        const allowed = (OUTSIDE[room] ?? []).some((name) => target === name || target.startsWith(`${name}/`));
        if (!allowed) wrong.push(`${path} -> ${target}`);
        continue;
      }
      const to = roomOf(target);
      if (to !== room && ROOMS.get(room)?.imports.includes(to) !== true) wrong.push(`${path} -> ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("houses import one way, but for an entry that hands on another", () => {
  const wrong: string[] = [];
  for (const path of files) {
    const house = houseOf(path);
    for (const { target, isPackage } of importsOf(path)) {
      if (isPackage || target.startsWith("../scripts/")) continue;
      const to = houseOf(target);
      if (to !== house && HOUSES[house]?.includes(to) !== true) wrong.push(`${path} -> ${target}`);
    }
  }
  expect(wrong).toEqual(["edge/vercel/index.ts -> service/remote/remote-watchdog.ts"]);
});

it("src has an entry and six houses", () => {
  expect(readdirSync("src").sort()).toEqual(
    [...Object.keys(HOUSES), "index.ts"].filter((name) => name !== "index").sort(),
  );
});

it("rooms are entered by their doors, for few names", () => {
  const wrong: string[] = [];
  for (const [name, entered] of doors()) {
    const room = ROOMS.get(name);
    // A file of a house is its own door.
    if (room === undefined || room.doors[0] === "") continue;
    const isDoor = (path: string): boolean =>
      room.doors.some((door) => door === "*" || path.replace(/\.tsx?$/, "").endsWith(`/${name}/${door}`));
    const others = [...entered.keys()].filter((path) => !isDoor(path));
    wrong.push(...others.map((path) => `${path} is no door`));
    const names = namesThrough(entered);
    if (names > room.names) wrong.push(`${name}: ${names} names, more than ${room.names}`);
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

it("the command shares with scripts only how a redis-server is checked", () => {
  const users = files.filter((path) => importsOf(path).some(({ target }) => target.includes("../scripts/")));
  expect(users.sort()).toEqual(["tools/cli/dev/find-server.ts"]);
});

function filesImportedBy(path: string): string[] {
  return importsOf(path).flatMap(({ target, isPackage }) => (isPackage ? [] : [target]));
}

it("no file imports itself through others, not even for a type", () => {
  expect(circles()).toEqual([]);
});

it("no file imports @upstash/redis, not even a type: it is an optional peer, and a client is known by its shape", () => {
  const users = files.filter((path) => importsOf(path).some(({ target }) => target.startsWith("@upstash/")));
  expect(users).toEqual([]);
});

it("files stay short, and none is called utils, common, helpers, core or types", () => {
  for (const path of files.filter((file) => !/(?:generated|assets)\.ts$/.test(file))) {
    expect(readFileSync(join("src", path), "utf8").split("\n").length, path).toBeLessThanOrEqual(MAX_LINES);
    expect(path).not.toMatch(/(^|\/)(utils?|common|helpers?|core|types)(\.tsx?|\/)/);
  }
});

it("every folder of src has a rule here", () => {
  expect([...new Set(files.map(roomOf))].sort()).toEqual([...ROOMS.keys()].sort());
});

it("one file reads the clocks: time has passed when either of them says so", () => {
  const users = files.filter((path) =>
    /\b(?:Date\.now|performance\.now)\b/.test(readFileSync(join("src", path), "utf8")),
  );
  // The dashboard's bundled script has its own copy of that file.
  const fakes = ["clocks", "fake-time", "suspend"].map((name) => `engine/testing/${name}.ts`);
  expect(users.sort()).toEqual(["base/clock.ts", ...fakes, "service/dashboard/assets.ts"]);
});

it("the wall clock alone decides only alarms, and what other machines read", () => {
  const users = files.filter((path) => /\bepochNowMs\b/.test(readFileSync(join("src", path), "utf8")));
  const others = users.filter((path) => !path.startsWith("edge/durable-object/"));
  // A platform's deadline is a time of the wall clock, and so is the expiry of a text that other machines read.
  expect(others.sort()).toEqual([
    "base/clock.ts",
    "edge/route/platform-context.ts",
    // The engine's clock is that of a database, by which keys expire.
    "engine/engine.ts",
    // A watchdog says when it ends to keep a hold.
    "engine/testing/test-watchdog.ts",
    "lock/keeper/alarm.ts",
    "lock/keeper/lease-keeper.ts",
    "lock/light/value.ts",
    "lock/lua/lock/about.ts",
    // Tokens are times of the wall clock of Redis.
    "lock/token.ts",
    "service/access/access.ts",
    // A rate limiter says when its period ends by the wall clock.
    "service/access/rates.ts",
    // Texts and tokens expire by the wall clock.
    "service/access/signed-hold.ts",
    "service/access/tokens.ts",
    "service/api/routes/tokens.ts",
    // Sessions expire by the wall clock.
    "service/dashboard/session.ts",
    // For display, and for a difference between clocks.
    "tools/cli/commands/ls.ts",
    "tools/cli/commands/show.ts",
    "tools/cli/doctor/database.ts",
    "tools/cli/doctor/lock-api.ts",
    "tools/cli/prove/clocks.ts",
    "tools/cli/run-hold.ts",
    // The age of a message between two processes: a message that wrongly seems old ends the command early.
    "tools/cli/run/guard.ts",
    "tools/cli/run/guarded-command.ts",
    // Times in a log, and the start of a token that no one compares.
    "tools/gateway/execute.ts",
    "tools/gateway/rest.ts",
    "tools/gateway/witness.ts",
  ]);
});

it("Math.random only spreads pauses", () => {
  const users = files.filter((path) => readFileSync(join("src", path), "utf8").includes("Math.random"));
  expect(users.sort()).toEqual([
    // A database picks members at random.
    "engine/engine.ts",
    "lock/hold/acquire.ts",
    "lock/light/light-acquire.ts",
    "lock/retry.ts",
    // Subscribers spread over the nodes of a cluster.
    "lock/tcp/cluster-line.ts",
    "lock/wait/mailbox.ts",
    "lock/wait/polling.ts",
    "lock/wait/retry-schedule.ts",
    "lock/wait/wake-strategy.ts",
  ]);
});
