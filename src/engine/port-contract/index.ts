// "leasehound/testing/port": the tests that each port must pass, and the proof of the locks on a database.

export type { Finding, Health } from "../prove/finding.ts";
export { NothingProvedError } from "../prove/gate.ts";
export { type Proof, type ProveOptions, prove } from "../prove/prove.ts";
export type { GatewayEndpoint } from "./gateway-control.ts";
export { portContract } from "./port-contract.ts";
export type { PortContractOptions } from "./stage.ts";
