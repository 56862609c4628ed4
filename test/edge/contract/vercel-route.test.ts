// leasehound/vercel in Node, as in Vercel's Node functions and Next.js.

import { sharedGateway } from "../../support/gateways.ts";
import { inProcessEnvironment } from "../../support/process-environment.ts";
import { vercelContract } from "./routes/vercel.ts";

vercelContract(await sharedGateway(), inProcessEnvironment);
