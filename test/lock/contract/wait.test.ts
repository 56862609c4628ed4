// The contract of waiting in Node, where it counts requests.

import { separateGateway } from "../../support/gateways.ts";
import { over } from "./cell.ts";
import { countedWaiting } from "./every-kind.ts";

over("HTTP", () => countedWaiting(separateGateway));
