// Calls stay in their async context, in workerd.

import { sharedGateway } from "../../support/gateways.ts";
import { contextContract } from "../contract/context/context.ts";

contextContract(await sharedGateway());
