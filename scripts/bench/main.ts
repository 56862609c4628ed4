// The benchmarks: npm run bench -- NAME, with the options of its file
import { parseBillsOptions, runBills } from "./bills.ts";
import { parseCostOptions, runCost } from "./cost.ts";
import { parseFaultsOptions } from "./faults/options.ts";
import { runFaults } from "./faults.ts";
import { parseListOptions, runList } from "./list.ts";
import { parseFalseLossesOptions, parseManyHoldsOptions, runFalseLosses, runManyHolds } from "./losses.ts";
import { parsePeersOptions } from "./peers/options.ts";
import { runPeers } from "./peers.ts";
import { parseRenewalsOptions, runRenewals } from "./renewals.ts";
import { parseTcpOptions, runTcp } from "./tcp.ts";
import { parseThroughputOptions, runThroughput } from "./throughput.ts";
import { UsageError } from "./usage-error.ts";

const BENCHES: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  bills: (args) => runBills(parseBillsOptions(args)),
  cost: (args) => runCost(parseCostOptions(args)),
  throughput: (args) => runThroughput(parseThroughputOptions(args)),
  renewals: (args) => runRenewals(parseRenewalsOptions(args)),
  list: (args) => runList(parseListOptions(args)),
  "many-holds": (args) => runManyHolds(parseManyHoldsOptions(args)),
  "false-losses": (args) => runFalseLosses(parseFalseLossesOptions(args)),
  faults: (args) => runFaults(parseFaultsOptions(args)),
  peers: (args) => runPeers(parsePeersOptions(args)),
  tcp: (args) => runTcp(parseTcpOptions(args)),
};

const [name = "", ...args] = process.argv.slice(2);
try {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
  if (bench === undefined) throw new UsageError(`usage: npm run bench -- ${Object.keys(BENCHES).join(" | ")}`);
  await bench(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
