// leasehound/dashboard in Node.

import { sharedGateway } from "../../support/gateways.ts";
import { dashboardFreeingContract } from "./dashboard/freeing.ts";
import { dashboardPageContract } from "./dashboard/page.ts";
import { dashboardPrincipalSessionsContract } from "./dashboard/principal-sessions.ts";
import { dashboardPrincipalsContract } from "./dashboard/principals.ts";
import { dashboardSessionsContract } from "./dashboard/sessions.ts";

dashboardSessionsContract(await sharedGateway());
dashboardPageContract(await sharedGateway());
dashboardFreeingContract(await sharedGateway());
dashboardPrincipalsContract(await sharedGateway());
dashboardPrincipalSessionsContract(await sharedGateway());
