// The contract of waiting in Node, where it counts requests.
import { over } from "./cell.ts";
import { countedWaiting } from "./every-kind.ts";
import { separateGateway } from "../../support/gateways.ts";

over("HTTP", () => countedWaiting(separateGateway));
