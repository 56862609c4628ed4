// leasehound/dashboard in Node.
import { inject } from "vitest";
import { dashboardFreeingContract } from "../contract/dashboard/freeing.ts";
import { dashboardPageContract } from "../contract/dashboard/page.ts";
import { dashboardPrincipalSessionsContract } from "../contract/dashboard/principal-sessions.ts";
import { dashboardPrincipalsContract } from "../contract/dashboard/principals.ts";
import { dashboardSessionsContract } from "../contract/dashboard/sessions.ts";

dashboardSessionsContract(inject("shared"));
dashboardPageContract(inject("shared"));
dashboardFreeingContract(inject("shared"));
dashboardPrincipalsContract(inject("shared"));
dashboardPrincipalSessionsContract(inject("shared"));
