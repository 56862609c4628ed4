// leasehound/web-locks in Node.

import { sharedGateway } from "../../support/gateways.ts";
import { webLocksContract } from "./web-locks/all.ts";

webLocksContract(await sharedGateway());
