// leasehound/web in workerd.

import { webContract } from "../contract/routes/web.ts";
import { sharedGateway } from "../../support/gateways.ts";

webContract(await sharedGateway(), (variables, run) => run(variables));
