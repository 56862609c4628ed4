// leasehound/web-locks in workerd.

import { sharedGateway } from "../../support/gateways.ts";
import { webLocksContract } from "../contract/web-locks/all.ts";

webLocksContract(await sharedGateway());
