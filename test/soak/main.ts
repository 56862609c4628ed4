// The long run by command: node test/soak/main.ts --operations 1000000 --seed 1
import { parseArgs } from "node:util";
import { MOST_SENT_PER_ANSWER, table } from "./table.ts";
import { soak } from "./workload.ts";

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "1000000" },
    seed: { type: "string", default: "1" },
    clients: { type: "string", default: "300" },
    locks: { type: "string", default: "220" },
  },
});
const operations = Number(values.operations);
let told = 0;
const result = await soak({
  operations,
  seed: Number(values.seed),
  clients: Number(values.clients),
  locks: Number(values.locks),
  untilEmpty: true,
  onProgress(done, findings) {
    console.log(`${done} of ${operations} operations, ${findings.total} findings`);
    // At once: a run of many minutes should not keep to itself what it has found.
    if (findings.total > told) console.log(findings.traces());
    told = findings.total;
  },
});
console.log(table(result));
if (result.findings.total > told) console.log(`\n${result.findings.traces()}`);
const sentTooMuch = result.requests / result.answers > MOST_SENT_PER_ANSWER;
process.exitCode = result.findings.total > 0 || sentTooMuch ? 1 : 0;
