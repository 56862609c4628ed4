// "leasehound/testing/port": the contract of a port, for authors of ports.

export type { GatewayEndpoint } from "./gateway-control.ts";
export { portContract } from "./port-contract.ts";
export type { PortContractOptions } from "./stage.ts";
