// Calls stay in their async context, in Node.

import { sharedGateway } from "../../support/gateways.ts";
import { contextContract } from "./context/context.ts";

contextContract(await sharedGateway());
