// leasehound/hono in workerd.

import { sharedGateway } from "../../support/gateways.ts";
import { honoContract } from "../contract/routes/hono.ts";

honoContract(await sharedGateway(), (variables, run) => run(variables));
