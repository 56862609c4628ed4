// The contract of waiting in Node, where it counts requests.
import { over } from "../../contract/cell.ts";
import { countedWaiting } from "../../contract/every-kind.ts";
import { separateGateway } from "../../support/gateways.ts";

over("HTTP", () => countedWaiting(separateGateway));
