// leasehound/hono in workerd.

import { honoContract } from "../contract/routes/hono.ts";
import { sharedGateway } from "../../support/gateways.ts";

honoContract(await sharedGateway(), (variables, run) => run(variables));
