// Calls stay in their async context, in workerd.

import { contextContract } from "../contract/context/context.ts";
import { sharedGateway } from "../../support/gateways.ts";

contextContract(await sharedGateway());
