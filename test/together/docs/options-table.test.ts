// The tables of docs/kinds/options.md have each option of the types, and no other.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";

const page = readFileSync("docs/kinds/options.md", "utf8");

/** The options in the tables with this heading: a list for each table, in the page's order. */
function tablesOf(heading: string): string[][] {
  const tables = [...page.matchAll(/^\| (.*?) \|.*\n(?:\|.*\n)+/gm)].filter(([, first]) => first === heading);
  return tables.map(([table]) => [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = ""]) => cell));
}

/** The members that each interface of src/lock declares itself. */
const membersOf = new Map(
  globSync("src/lock/**/*.ts").flatMap((file) => {
    const { body } = parseAst(readFileSync(file, "utf8"), { lang: "ts" });
    return body.flatMap((statement) => {
      const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declared?.type !== "TSInterfaceDeclaration") return [];
      const names = declared.body.body.flatMap((member) =>
        "key" in member && member.key.type === "Identifier" ? member.key.name : [],
      );
      return [[declared.id.name, names] as const];
    });
  }),
);

const [ofLocks, ofClients, ofAcquire, ofTheft, ofWithLock] = tablesOf("option");
const ofCalls = [...page.matchAll(/^\| (`[^|]*) \| (`\w+`) \|.*\|$/gm)];
const ofCall = (call: string): string[] =>
  ofCalls.flatMap(([, calls = "", option = ""]) => (calls.startsWith(`\`${call}`) ? option : []));

it.each([
  ["createLocks", ["SharedOptions", "LocksOptions"], ofLocks],
  ["createClient beside those of createLocks", ["ClientOptions"], ofClients],
  ["acquire", ["WaitOptions", "LeaseOptions", "AcquireOptions"], ofAcquire],
  ["acquire of a lock that can be stolen", ["StealOptions"], ofTheft],
  ["withLock beside those of acquire", ["RenewalOptions", "WithLockOptions"], ofWithLock],
  ["keepAlive", ["KeepAliveOptions"], ofCall("keepAlive")],
  ["handOff", ["HandOffOptions"], ofCall("handOff")],
  ["renew", ["RenewOptions"], ofCall("renew")],
  ["singleFlight beside those of a wait", ["SingleFlightOptions"], ofCall("singleFlight")],
  ["semaphore", ["SemaphoreOptions"], ofCall("semaphore(")],
])("docs/kinds/options.md has the options of %s", (_, types, rows = []) => {
  const options = types.flatMap((type) => membersOf.get(type) ?? []);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.toSorted()).toEqual(options.map((option) => `\`${option}\``).sort());
});
