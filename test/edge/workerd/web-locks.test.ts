// leasehound/web-locks in workerd.

import { webLocksContract } from "../contract/web-locks/all.ts";
import { sharedGateway } from "../../support/gateways.ts";

webLocksContract(await sharedGateway());
