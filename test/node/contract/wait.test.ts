// The contract of waiting in Node, where it counts requests.
import { countedWaiting } from "../../contract/every-kind.ts";
import { separateGateway } from "../../support/gateways.ts";

countedWaiting(separateGateway);
