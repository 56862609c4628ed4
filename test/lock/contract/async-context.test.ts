// Calls stay in their async context, in Node.

import { contextContract } from "./context/context.ts";
import { sharedGateway } from "../../support/gateways.ts";

contextContract(await sharedGateway());
