// The contract suites with key-level locking, in front of a gateway that refuses keys outside the KEYS of a script.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, describe } from "vitest";
import * as generated from "../../src/lua/generated.ts";
import { everyKindContract, waitingAndFaults } from "../contract/every-kind.ts";
import { ownGateway } from "../gateway/support.ts";
import { everyClientHas } from "../support/bare-locks.ts";

everyClientHas({ keyLocking: true });
const own = () => ownGateway({ keyLocking: true });
const [shared, ...faulty] = await Promise.all([own(), own(), own(), own(), own(), own(), own(), own(), own()]);
everyKindContract(shared, true);
describe("faults", () => waitingAndFaults(faulty, true));

afterAll(() => {
  const FL = "#!lua flags=allow-key-locking\nKEYS.locked=true\n";
  const name = new Map<string, string>();
  for (const { name: n, source, sha1 } of Object.values(generated)) {
    name.set(sha1, n);
    name.set(source, n);
    name.set(FL + source, "FLAG " + n);
    name.set(
      createHash("sha1")
        .update(FL + source)
        .digest("hex"),
      "FLAG " + n,
    );
  }
  const counts: Record<string, number> = {};
  const errs: Record<string, number> = {};
  for (const g of [shared, ...faulty])
    for (const e of g.witness()) {
      const [c, t] = e.command;
      if (c === "EVALSHA" || c === "EVAL") {
        const k = name.get(String(t)) ?? "other";
        counts[k] = (counts[k] ?? 0) + 1;
        if (e.error && !e.error.startsWith("NOSCRIPT")) {
          const q = k + ": " + e.error.replace(/script: .*/, "");
          errs[q] = (errs[q] ?? 0) + 1;
        }
      }
    }
  writeFileSync("/tmp/hk-counts.json", JSON.stringify({ counts, errs }, null, 1));
});
