// leasehound/web-locks in Node.

import { webLocksContract } from "./web-locks/all.ts";
import { sharedGateway } from "../../support/gateways.ts";

webLocksContract(await sharedGateway());
