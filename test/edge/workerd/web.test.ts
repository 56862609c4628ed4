// leasehound/web in workerd.

import { sharedGateway } from "../../support/gateways.ts";
import { webContract } from "../contract/routes/web.ts";

webContract(await sharedGateway(), (variables, run) => run(variables));
