// leasehound/dashboard in workerd.

import { sharedGateway } from "../../support/gateways.ts";
import { dashboardFreeingContract } from "../contract/dashboard/freeing.ts";
import { dashboardPageContract } from "../contract/dashboard/page.ts";
import { dashboardPrincipalSessionsContract } from "../contract/dashboard/principal-sessions.ts";
import { dashboardPrincipalsContract } from "../contract/dashboard/principals.ts";
import { dashboardSessionsContract } from "../contract/dashboard/sessions.ts";

dashboardSessionsContract(await sharedGateway());
dashboardPageContract(await sharedGateway());
dashboardFreeingContract(await sharedGateway());
dashboardPrincipalsContract(await sharedGateway());
dashboardPrincipalSessionsContract(await sharedGateway());
